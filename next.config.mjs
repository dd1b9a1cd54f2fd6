/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // npm test checks the types of everything; a person who starts the app need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Nothing needs the image optimiser, and it would be one more door without a session.
  images: { unoptimized: true },
  // A page is loaded when somebody opens it.
  experimental: { preloadEntriesOnStart: false },
  serverExternalPackages: ["better-sqlite3"],
  turbopack: {
    // Catalogues come to the browser with their messages read, so what reads them stays here.
    rules: { "**/words.en.ts": { condition: "browser", loaders: ["./bin/build/read-words.mjs"], as: "*.js" } },
    resolveAlias: {
      "@formatjs/icu-messageformat-parser": { browser: "@formatjs/icu-messageformat-parser/no-parser.js" },
    },
  },
  // Pages alone are its own: the server in front of it answers for the API.
  pageExtensions: ["tsx"],
};

export default config;
