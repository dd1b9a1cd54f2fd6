import NotFound from "../not-found.tsx";
import { pageFor } from "../page-session.ts";

/**
 * Every address that is no page of ours. Next's own answer to it has the status 404, and then loads the whole page anew
 * whenever that asks with its proof: for ever, and nothing is drawn.
 */
export default pageFor(function Nowhere() {
  return <NotFound />;
});
