import { draft } from '../features/draft/draft.ts'
import { dues } from '../features/dues/dues.ts'
import { keepers } from '../features/keepers/keepers.ts'
import { matchups } from '../features/matchups/matchups.ts'
import { players } from '../features/players/players.ts'
import { playoffs } from '../features/playoffs/playoffs.ts'
import { roster } from '../features/roster/roster.ts'
import { rules } from '../features/rules/rules.ts'
import { standings } from '../features/standings/standings.ts'
import { teams } from '../features/teams/teams.ts'
import type { HandledOperation } from '../http/operation.ts'

/** What the server does, by feature. */
export const OPERATIONS: readonly HandledOperation[] = [
  ...draft,
  ...keepers,
  ...matchups,
  ...teams,
  ...players,
  ...playoffs,
  ...dues,
  ...roster,
  ...rules,
  ...standings,
]
