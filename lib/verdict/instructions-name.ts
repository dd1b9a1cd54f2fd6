/** Under this name, which no tool has, the instructions of a server are reviewed as a definition of its own. */
export const instructionsName = "";
