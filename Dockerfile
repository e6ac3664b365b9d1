# Stocktake in one image. ROLES decides what a container does (see docker-compose.yml and the README).

# By digest (node:22-bookworm-slim@sha256:…) where a build must be repeatable to the byte.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
COPY migrations migrations
COPY bench bench
COPY openapi.json ./
COPY scripts/preparation scripts/preparation
COPY scripts/ui scripts/ui
COPY ui ui
RUN node node_modules/@nestjs/cli/bin/nest.js build \
  && node scripts/preparation/bundle-readers.mjs \
  && node scripts/ui/build.mjs \
  && find dist -name '*.map' -delete \
  && chmod 0755 dist/src/stocktake.js

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client subversion \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/ui dist/ui
COPY --from=build /app/dist/migrations dist/migrations
COPY package.json openapi.json LICENSE ./
COPY samples samples
RUN install -d -o node -g node -m 0700 /data \
  && ln -s /app/dist/src/stocktake.js /usr/local/bin/stocktake
# The user node, as a number: Kubernetes' runAsNonRoot believes no name.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["stocktake", "serve"]
