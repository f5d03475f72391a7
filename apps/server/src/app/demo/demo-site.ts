import type { SettableClock } from '../../providers/simulated/clock.ts'
import type { DemoUsername } from './demo-people.ts'
import type { PageVisitor } from './page-visitor.ts'

/** The site while its members fill it. */
export type DemoSite = {
  /** Everybody, signed in. */
  visitors: Readonly<Record<DemoUsername, PageVisitor>>
  /** The league's address below the site, without a slash at its end. */
  league: string
  /** The clock of the site: it is set to when each thing was done, and follows the time again afterwards. */
  clock: SettableClock
}
