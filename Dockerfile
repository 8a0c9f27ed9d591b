FROM node:22.23.1-bookworm-slim@sha256:6c74791e557ce11fc957704f6d4fe134a7bc8d6f5ca4403205b2966bd488f6b3 AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY backend/src/contract/package.json backend/src/contract/
COPY storefront/package.json storefront/
COPY admin/package.json admin/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && find backend/src -name '*.ts' -delete

FROM node:22.23.1-bookworm-slim@sha256:6c74791e557ce11fc957704f6d4fe134a7bc8d6f5ca4403205b2966bd488f6b3
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
# with the packages that npm could not hoist
COPY --from=build /app/backend backend
COPY --from=build /app/verifiers verifiers
COPY --from=build /app/storefront/dist storefront/dist
COPY --from=build /app/admin/dist admin/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "require('node:' + (process.env.TLS_FILES ? 'https' : 'http')).get({ host: '127.0.0.1', port: process.env.PORT, path: '/readyz', rejectUnauthorized: false }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# as scripts/start.js
CMD ["node", "--max-semi-space-size=32", "backend/dist/programs/main.js"]
