# The arcade in an image of its own: one static binary and an empty data folder.
#
#   docker build --build-arg VERSION=v1.0.0 --build-arg REVISION=$(git rev-parse --short=12 HEAD) -t arcade .
#
# deploy/README.md tells how to run it.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=devel
ARG REVISION=
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false \
      -ldflags "-s -w -X 'main.version=${VERSION}${REVISION:+ ${REVISION}}'" -o /out/arcade ./cmd/arcade \
 && mkdir -m 0700 /out/data /out/backups

FROM scratch
COPY --from=build /out/arcade /arcade
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/backups /backups
# A number, so that Kubernetes' runAsNonRoot can tell that it is not root.
USER 65532:65532
ENV ARCADE_DATA=/data
VOLUME /data /backups
EXPOSE 2222
STOPSIGNAL SIGTERM
ENTRYPOINT ["/arcade"]
CMD ["serve"]
