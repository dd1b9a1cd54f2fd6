import { ModelsScreen } from "#components/settings/models/models-screen.tsx";
import { modelKeyOf } from "#lib/chat/model-connection.ts";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(function ModelsPage(person) {
  const { accounts, models } = services();
  const connections = accounts.list(person);
  const ofEverybody = connections
    .filter(({ isPersonal }) => !isPersonal)
    .flatMap(({ id, models: listed }) =>
      listed.filter(({ isShown }) => isShown).map((model) => modelKeyOf(id, model.id)),
    );
  return (
    <ModelsScreen
      connections={connections}
      environment={accounts.environment}
      choices={models.choicesFor(person.id)}
      ofEverybody={ofEverybody}
      mayManage={may(person.role, "manage-models")}
    />
  );
});
