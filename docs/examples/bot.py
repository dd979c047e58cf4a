#!/usr/bin/env python3
"""A bot for the arcade: it plays Othello (or Matgo) over ssh.

    docs/examples/bot.py -p 2222 -i bot_key arcade.example bot othello --new
    docs/examples/bot.py -p 2222 -i bot_key arcade.example bot othello --house greedy --games 3

Everything after the name of the program goes to ssh. It needs Python 3 and ssh, and a
key of its own: ssh-keygen -t ed25519 -N '' -f bot_key. --new makes the key's account a bot's,
the first time. ../bots.md tells what the lines mean.
"""
import json
import random
import subprocess
import sys

# What a square of Othello is worth: corners are kept, the squares beside them give corners away.
WORTH = [
    [99, -8, 8, 6, 6, 8, -8, 99],
    [-8, -24, -4, -3, -3, -4, -24, -8],
    [8, -4, 7, 4, 4, 7, -4, 8],
    [6, -3, 4, 0, 0, 4, -3, 6],
]


def worth(action):
    """A square is a letter and a digit, from a1; anything else (a pass) is all the same."""
    if len(action) != 2:
        return 0
    column, row = ord(action[0]) - ord("a"), int(action[1]) - 1
    return WORTH[min(row, 7 - row)][column]


def choose(game, turn):
    """One of turn["legal"]. turn["view"] is all that this seat may see."""
    if game == "othello":
        return max(turn["legal"], key=lambda a: (worth(a), random.random()))
    return random.choice(turn["legal"])


def main():
    ssh = subprocess.Popen(["ssh", *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    game = ""
    for line in ssh.stdout:
        said = json.loads(line)
        op = said.get("op")
        if op == "hello":
            game = said["game"]
            print("playing as", said["name"], flush=True)
        elif op == "waiting":
            print("waiting at", said["id"], flush=True)
        elif op == "start":
            print("against", said["opponent"]["name"], "in", said["id"], flush=True)
        elif op == "act":
            answer = {"op": "apply", "action": choose(game, said), "ply": said["ply"]}
            ssh.stdin.write(json.dumps(answer) + "\n")
            ssh.stdin.flush()
        elif op == "over":
            print("result", json.dumps(said["result"]), flush=True)
        elif op == "bye":
            print("bye:", said["reason"], flush=True)
        elif said.get("ok") is False:
            print("refused:", said["error"], file=sys.stderr, flush=True)
    return ssh.wait()


if __name__ == "__main__":
    sys.exit(main())
