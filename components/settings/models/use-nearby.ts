import { useEffect, useState } from "react";
import { request } from "#components/browser/request.ts";

export type Nearby = { name: string; address: string; models: number };

/** Model servers of this machine that answer, for who may connect them. */
export function useNearby(mayManage: boolean): Nearby[] {
  const [servers, setServers] = useState<Nearby[]>([]);
  useEffect(() => {
    if (!mayManage) return;
    const left = new AbortController();
    request("GET", "/api/models/nearby", undefined, left.signal)
      .then(async (response) => {
        // Our own server answers 200 with exactly this.
        if (response.ok) setServers(((await response.json()) as { servers: Nearby[] }).servers);
      })
      // Nothing was found then; the address can be written.
      .catch(() => setServers([]));
    return () => left.abort();
  }, [mayManage]);
  return servers;
}
