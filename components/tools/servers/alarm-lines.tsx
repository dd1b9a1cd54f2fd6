import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useReword } from "#components/browser/speech.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What people should look at before anything else. `children`: the way there. */
export function AlarmLines({ title, alarms, children }: { title: string; alarms: string[]; children?: ReactNode }) {
  const reword = useReword();
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md border border-red bg-red-soft px-3 py-2 text-small">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p className="font-semibold text-red wrap-anywhere">
          <VisibleText text={title} />
        </p>
        <ul>
          {alarms.map((alarm) => (
            <li key={alarm} className="wrap-anywhere">
              <VisibleText text={reword(alarm)} />
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}
