import { dashboard } from '../features/dashboard/dashboard.ts'
import { draft } from '../features/draft/draft.ts'
import { dues } from '../features/dues/dues.ts'
import { history } from '../features/history/history.ts'
import { people } from '../features/history/people.ts'
import { pictures } from '../features/history/pictures.ts'
import { insights } from '../features/insights/insights.ts'
import { keepers } from '../features/keepers/keepers.ts'
import { matchups } from '../features/matchups/matchups.ts'
import { players } from '../features/players/players.ts'
import { playoffs } from '../features/playoffs/playoffs.ts'
import { publicLink } from '../features/public-link/public-link.ts'
import { recap } from '../features/recap/recap.ts'
import { roster } from '../features/roster/roster.ts'
import { rules } from '../features/rules/rules.ts'
import { shareImages } from '../features/share-images/share-images.ts'
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
  ...roster,
  ...dues,
  ...history,
  ...people,
  ...pictures,
  ...rules,
  ...dashboard,
  ...insights,
  ...publicLink,
  ...recap,
  ...shareImages,
  ...standings,
]
