# Stocktake in one image. ROLES decides what a container does (see docker-compose.yml and the README).

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
COPY migrations migrations
COPY bench bench
RUN node node_modules/@nestjs/cli/bin/nest.js build

FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:22-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client subversion \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json openapi.json LICENSE ./
COPY samples samples
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The V8 flags of the start command: docs/adr/0019-v8-flags.md
CMD ["node", "--no-flush-bytecode", "--max-inlined-bytecode-size=150", "--max-inlined-bytecode-size-cumulative=300", "--heap-growing-percent=150", "dist/src/main.js"]
