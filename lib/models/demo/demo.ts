import { lazyModel } from "#lib/models/lazy-model.ts";
import type { Provider } from "#lib/models/providers/provider.ts";

export type DemoSettings = Record<never, never>;

/** The model that needs neither key nor network. It understands a few requests and says so. */
export const demo: Provider<DemoSettings> = {
  demo: true,
  usualModel: "",
  readSettings: () => ({ settings: {} }),
  defaultEntry: () => ({ modelId: "" }),
  checkModelId: (modelId) =>
    modelId === "" ? null : { problem: "is not a model. The demo model is just called demo." },
  label: () => "Demo model",
  languageModel: () =>
    lazyModel({ provider: "countersign", modelId: "demo" }, async () => {
      const { demoModel } = await import("./demo-model.ts");
      return demoModel();
    }),
  secrets: () => [],
  listing: null,
};
