import type { SettableClock } from '../../providers/simulated/clock.ts'
import type { DemoUsername } from './demo-users.ts'
import type { PageClient } from './page-client.ts'

/** The site while its members fill it. */
export type DemoSite = {
  /** Everybody, signed in. */
  clients: Readonly<Record<DemoUsername, PageClient>>
  /** The league's address below the site, without a slash at its end. */
  league: string
  /** The clock of the site: it is set to when each thing was done, and follows the time again afterwards. */
  clock: SettableClock
}
