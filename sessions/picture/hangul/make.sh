#!/usr/bin/env bash
# Makes hangul.ttf.gz, the Hangul of cards as PNG: the 11,172 syllables and the letters of D2Coding, a font with
# cells of one width, under the licence in OFL.txt. The names that the licence reserves are taken out.
set -euo pipefail
cd "$(dirname "$0")"
apt-get install -y -qq --no-install-recommends fonts-naver-d2coding fonttools >/dev/null
pyftsubset /usr/share/fonts/truetype/naver-d2coding/D2Coding-Ver1.3.2-20180524-all.ttc --font-number=0 \
  --unicodes=U+AC00-D7A3,U+3131-318E --no-hinting --layout-features='' --drop-tables+=FFTM --name-IDs='0,13,14' \
  --output-file=hangul.ttf
gzip -9nf hangul.ttf
