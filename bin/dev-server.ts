// The process that `npm run dev` starts and restarts.
Object.assign(process.env, {
  NODE_ENV: "development",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
});

const { runApp } = await import("./run-app.ts");
await runApp("development");

export {};
