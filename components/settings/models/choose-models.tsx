"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type AccountModel, type ModelConnection, reasoningEfforts } from "#lib/chat/model-connection.ts";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

/** With more models than this the list has a search. */
const manyModels = 12;

/** Which models of an account people can choose, and how each is asked. */
export function ChooseModels({
  connection,
  name,
  onChanged,
  onClose,
}: {
  connection: ModelConnection;
  name: string;
  onChanged: (connection: ModelConnection) => void;
  onClose: () => void;
}) {
  const say = useSay(modelWords);
  const router = useRouter();
  const [models, setModels] = useState(connection.models);
  const [search, setSearch] = useState("");
  const { sending, problem, send } = useSending();
  const change = (id: string, values: Partial<AccountModel>) =>
    setModels(models.map((model) => (model.id === id ? { ...model, ...values } : model)));
  const save = async () => {
    const changed = models.filter((model, index) => model !== connection.models[index]);
    const body = { models: changed.map(({ id, isShown, options }) => ({ id, isShown, options })) };
    const response = await send("PATCH", `/api/models/${encodeURIComponent(connection.id)}`, body);
    if (response === null) return;
    // Our own server answers 200 with exactly this.
    onChanged((await response.json()) as ModelConnection);
    router.refresh();
    onClose();
  };
  const words = search.toLowerCase().split(" ");
  const found = models.filter(({ id, label }) => words.every((word) => `${id} ${label}`.toLowerCase().includes(word)));
  return (
    <FormDialog
      title={say("modelsOfName", { name })}
      submit={say("save")}
      off={sending}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      {models.length > manyModels ? (
        <TextField
          label={say("findAModel")}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          autoComplete="off"
        />
      ) : null}
      <div
        // It scrolls, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={say("modelsThatCanBeChosen")}
        className="flex max-h-[50dvh] flex-col divide-y divide-line overflow-y-auto rounded-md border border-line-strong px-3"
      >
        {found.length === 0 ? <p className="py-3 text-muted">{say("noModelHasThisName")}</p> : null}
        {found.map((model) => (
          <ModelLine key={model.id} model={model} onChange={(values) => change(model.id, values)} />
        ))}
      </div>
    </FormDialog>
  );
}

type Line = { model: AccountModel; onChange: (values: Partial<AccountModel>) => void };

function ModelLine({ model, onChange }: Line) {
  const say = useSay(modelWords);
  const { id, label, isShown, options } = model;
  const contextTokens = options.contextTokens ?? model.contextTokens;
  const set = (values: Partial<AccountModel["options"]>) => onChange({ options: { ...options, ...values } });
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={isShown}
          onChange={({ target }) => onChange({ isShown: target.checked })}
        />
        <span className="min-w-0 flex-1 break-words">
          <VisibleText text={label} />
          {label === id ? null : (
            <span className="text-small text-muted">
              {" "}
              <VisibleText text={id} />
            </span>
          )}
        </span>
        {contextTokens === null ? null : (
          <span className="shrink-0 text-small text-muted">{say("readsTokens", { tokens: contextTokens })}</span>
        )}
      </label>
      {isShown ? (
        <details className="pb-2 ps-8">
          <summary className="cursor-pointer py-1 text-small text-muted">{say("howItIsAsked")}</summary>
          <div className="flex flex-col gap-3 pt-2">
            <SelectField
              label={say("reasoning")}
              value={options.reasoning ?? ""}
              onChange={({ target }) =>
                set({ reasoning: reasoningEfforts.find((effort) => effort === target.value) ?? null })
              }
              options={[["", say("asTheProviderDoes")], ...reasoningEfforts.map((effort) => [effort, effort] as const)]}
            />
            <NumberField
              label={say("temperature")}
              hint={say("from0To2Empty")}
              value={options.temperature}
              max={2}
              step={0.1}
              onChange={(temperature) => set({ temperature })}
            />
            <NumberField
              label={say("longestAnswerInTokens")}
              hint={say("emptyAsTheProviderDoes")}
              value={options.maxTokens}
              min={1}
              max={1_000_000}
              step={1}
              onChange={(maxTokens) => set({ maxTokens })}
            />
            <NumberField
              label={say("whatItReadsAtOnce")}
              hint={
                model.contextTokens === null
                  ? say("aLongerChatIsSent")
                  : say("aLongerChatIsSent2", { tokens: model.contextTokens })
              }
              value={options.contextTokens}
              min={1_000}
              max={99_999_999}
              step={1}
              onChange={(tokens) => set({ contextTokens: tokens })}
            />
            <PriceFields price={options.price} onChange={(price) => set({ price })} />
          </div>
        </details>
      ) : null}
    </div>
  );
}

type Price = AccountModel["options"]["price"];

/** Both or none: half a price is none. */
function PriceFields({ price, onChange }: { price: Price; onChange: (price: Price) => void }) {
  const say = useSay(modelWords);
  const [read, setRead] = useState(price?.read ?? null);
  const [written, setWritten] = useState(price?.written ?? null);
  const tell = (one: number | null, other: number | null) =>
    onChange(one === null || other === null ? null : { read: one, written: other });
  const limits = { max: 10_000, step: 0.01 };
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberField
        label={say("priceToRead")}
        hint={say("usDollarsForAMillion")}
        value={read}
        required={written !== null}
        {...limits}
        onChange={(value) => {
          setRead(value);
          tell(value, written);
        }}
      />
      <NumberField
        label={say("priceToWrite")}
        hint={say("usDollarsForAMillion")}
        value={written}
        required={read !== null}
        {...limits}
        onChange={(value) => {
          setWritten(value);
          tell(read, value);
        }}
      />
    </div>
  );
}

type Numbers = {
  label: string;
  hint: string;
  value: number | null;
  required?: boolean;
  min?: number;
  max: number;
  step: number;
  onChange: (value: number | null) => void;
};

function NumberField({ label, hint, value, min = 0, onChange, ...limits }: Numbers) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={min}
      {...limits}
      defaultValue={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? null : target.valueAsNumber)}
    />
  );
}
