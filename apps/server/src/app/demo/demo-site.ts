import type { SettableClock } from '../../providers/simulated/clock.ts'
import type { DemoUsername } from './demo-users.ts'
import type { PageClient } from './page-client.ts'

/** The site while the demo data is created. */
export type DemoSite = {
  /** A signed-in client for each user. */
  clients: Readonly<Record<DemoUsername, PageClient>>
  /** The API path of the league, without a trailing slash. */
  leaguePath: string
  /** The clock of the site. Set to the time of each action while seeding, and reset afterwards. */
  clock: SettableClock
}
