import Link from "next/link";
import { inputLook } from "#components/ui/field-shell.tsx";
import { Button } from "#components/ui/button.tsx";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { auditWords } from "./words.en.ts";
import { trailAddress, type TrailQuery } from "./trail-query.ts";

type Props = { query: TrailQuery; people: { id: string; name: string }[]; tools: string[] };

/** Whose records, of which tool and which days. A plain form: what is asked for stands in the address. */
export function TrailFilters({ query, people, tools }: Props) {
  const say = useSay(auditWords);
  const { topic, chat, person, tool, from, to } = query;
  const isFiltered = [chat, person, tool, from, to].some((value) => value !== undefined);
  return (
    <form
      action="/audit"
      key={trailAddress({ ...query, before: undefined })}
      aria-label={say("filterRecords")}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-3 sm:flex sm:flex-wrap"
    >
      {topic === undefined ? null : <input type="hidden" name="topic" value={topic} />}
      {chat === undefined ? null : <input type="hidden" name="chat" value={chat} />}
      {people.length > 1 ? (
        <label className={field}>
          {say("person")}
          <select name="person" defaultValue={person ?? ""} className={inputLook}>
            <option value="">{say("everybody")}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleText(name)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label className={field}>
        {say("tool")}
        <input name="tool" list="tools-of-trail" defaultValue={tool} autoComplete="off" className={inputLook} />
      </label>
      <datalist id="tools-of-trail">
        {tools.map((name) => (
          <option key={name} value={name}>
            {visibleText(name)}
          </option>
        ))}
      </datalist>
      <label className={field}>
        {say("from")}
        <input type="date" name="from" defaultValue={from} className={inputLook} />
      </label>
      <label className={field}>
        {say("to")}
        <input type="date" name="to" defaultValue={to} className={inputLook} />
      </label>
      <Button type="submit">{say("show")}</Button>
      {isFiltered ? (
        <p className="col-span-2 text-small text-muted">
          {chat === undefined ? "" : `${say("ofOneChatOnly")} `}
          <Link
            href={trailAddress({ topic })}
            prefetch={false}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {say("showAllRecords")}
          </Link>
        </p>
      ) : null}
    </form>
  );
}

const field = "flex min-w-0 flex-col gap-1 text-small font-medium sm:w-36";
