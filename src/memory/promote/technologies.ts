/** Names of technologies and environments, by how sure a word is to mean one. */

/** Words that mean a technology however they are written. */
export const TECHNOLOGIES: ReadonlySet<string> = new Set(
  `android ios ipados macos osx linux ubuntu debian alpine fedora centos rhel nixos wsl wsl2 freebsd posix
  safari firefox chrome chromium webkit webkitgtk gecko v8 hermes jsc electron tauri cordova capacitor
  docker podman containerd kubernetes k8s kubectl helm kustomize terraform opentofu ansible pulumi vagrant nginx
  apache caddy traefik envoy istio haproxy varnish systemd cron crontab bash zsh powershell busybox rsync ssh openssl
  curl sed awk grep cmake ninja bazel gradle maven xcode cocoapods ccache msvc gcc clang llvm glibc musl
  git github gitlab bitbucket jenkins circleci buildkite npm npx yarn pnpm corepack deno bun nodejs typescript javascript
  eslint prettier biome webpack rollup vite vitest esbuild swc turbopack babel jest mocha cypress playwright puppeteer
  selenium storybook react preact vue nuxt svelte sveltekit angular astro nextjs remix tailwind sass postcss redux zod
  undici axios graphql apollo grpc protobuf websocket websockets webrtc wasm webassembly wasm-pack webgl webgpu
  python pip poetry conda numpy pandas pyarrow polars pytorch torch tensorflow keras jax cuda cudnn mps onnx jupyter
  django fastapi gunicorn uvicorn celery gevent asyncio asyncpg sqlalchemy pydantic pytest mypy ruff dbt airflow dagster
  snakemake rails activerecord sidekiq puma bundler rspec rubocop devise laravel symfony php phpunit eloquent
  java jdk jvm kotlin scala groovy lombok hibernate junit mockito tomcat jetty hikaricp jackson gson flyway liquibase
  golang cgo rustc cargo rustfmt clippy tokio serde rust-analyzer swiftui uikit coredata cocoa
  flutter jetpack hilt retrofit okhttp proguard r8 firebase unity3d unreal godot addressables
  postgres postgresql mysql mariadb sqlite mssql redis memcached mongodb dynamodb elasticsearch
  opensearch clickhouse bigquery kafka rabbitmq nats zookeeper avro parquet pgbouncer pg_dump pg_trgm citext
  prisma drizzle knex typeorm sequelize ecto elixir erlang otp liveview genserver haskell ocaml clojure perl fortran
  aws gcp azure s3 ec2 ecs eks lambda cloudfront cloudflare vercel netlify heroku supabase kms iam vpc
  esp32 esp32-s3 esp-idf esptool arduino stm32 raspberry i2c spi uart gpio nvs ota zephyr freertos bme280
  ffmpeg imagemagick libvips pandoc latex lualatex xelatex pdflatex typst figma juce vst3 auv3 coreaudio
  bcrypt argon2 jwt oauth oidc saml csp cors samesite itp tls http2 http3 quic ipv6 dns nfs smb
  arm64 aarch64 x86 x64 amd64 armv7 risc-v io_uring epoll inotify kqueue seccomp selinux apparmor ebpf   ggplot2 matlab julialang esm commonjs
  utf-8 utf-16 nfc nfd icu brotli gzip zstd libicu prometheus grafana datadog sentry
  localstorage sessionstorage indexeddb shellcheck wrangler railway fly.io netlify stripe twilio sendgrid slack discord
  telegram notion airtable shopify wordpress drupal magento salesforce jira openai anthropic claude gemini ollama whisper
  huggingface pinecone qdrant milvus weaviate pgvector fts5 neo4j google apple microsoft amazon excel outlook sharepoint
  okta auth0 keycloak cognito algolia meilisearch strapi contentful sanity ionic quasar lit alpine.js htmx jquery d3
  three.js leaflet mapbox openlayers ghostscript tesseract libreoffice pipefail cdn crontab tmux vim emacs vscode intellij
  mnesia rocksdb leveldb lmdb xgboost sklearn scikit-learn spacy opencv langchain protoc buf`.split(/\s+/),
);

/** Words that mean a technology only with this capital: `go` and `swift` are everyday words. */
export const PROPER_NAMES: ReadonlySet<string> = new Set(
  `Go Rust Swift Ruby Dart Node Next Express Spring Flask Phoenix Unity Metro Logic Compose Windows Mac Expo Ember Meteor
  Elm Crystal Julia Nim Zig Bazel Make Gradle Maven Mint Oban Room Ktor Quarkus Micronaut Helix Puma Nest Hono Elysia Koa
  Realm Fastlane Detox Appium Bootstrap Material Chakra Ant Pillow Scrapy Locust Ray Spark Flink Beam Hive Presto
  Trino Druid Pinot Iceberg Delta Argo Flux Oracle Snowflake Vault Consul Nomad Cassandra Composer Dagger Combine Sharp Blink Drone Concourse Packer Salt Chef Puppet Edge Opera Brave`.split(
    /\s+/,
  ),
);

/** Of these, the names that are no other word even at the start of a line. */
export const SURE_AT_START: ReadonlySet<string> = new Set(
  'Rust Ruby Dart Node Unity Windows Mac Expo Ktor Quarkus Micronaut Appium Fastlane Julia Flask Hono'.split(' '),
);

/** Places where code runs that behave differently from others. */
export const ENVIRONMENTS: ReadonlySet<string> = new Set(
  `ci iframe devcontainer devcontainers codespace codespaces container containers distroless chroot sandbox headless
  staging production browser browsers emulator simulator runner runners webview webworker serviceworker simd gpu cpu
  locale timezone proxy vpn firewall airgapped serverless edge kernel busybox tmpfs usb-c mobile tablet`.split(/\s+/),
);

/** What a number follows without being a version. */
export const COUNTED: ReadonlySet<string> = new Set(
  `line lines page figure level step task ticket issue board preset cell row rows part phase sprint chapter order item
  room day week version-of number no pr option case test slide table column track scene partition slot port zeile seite
  above below about around only all other than at in on to of by with from used took another every for and or is was has
  batch attempt round try build commit revision draft section point question answer week reviewer block`.split(/\s+/),
);
