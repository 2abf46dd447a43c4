# syntax=docker/dockerfile:1
# docker build -t cradlesong .        All data is in /data; the rest may be read-only (deploy/compose.yaml).

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, and no desktop window.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-* node_modules/electron-updater

FROM node:24.21.0-bookworm-slim
# With --build-arg PACKAGES=ffmpeg uploaded recordings are levelled; without it the image is smaller.
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then \
  apt-get update && apt-get install --yes --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; fi
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4310
WORKDIR /app
COPY --from=packages /src/node_modules node_modules
COPY --from=build /src/package.json ./
COPY --from=build /src/out/main out/main
COPY --from=build /src/out/renderer out/renderer
# Sources of the commands: docker exec … node server/cli/backup.ts
COPY --from=build /src/server server
COPY --from=build /src/db db
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4310
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "out/main/server.js"]
