import { importStore } from '../../features/betslip/import-store.ts'
import { ownerStore } from '../../features/betslip/owner-store.ts'
import { paymentStore } from '../../features/betslip/payment-store.ts'
import { sheetRefreshRoutes } from '../../features/betslip/refresh-routes.ts'
import { betslipRoutes } from '../../features/betslip/routes.ts'
import { scoreStore } from '../../features/betslip/score-store.ts'
import { pickStore } from '../../features/betslip/store.ts'
import type { ContractApp } from '../../http/requests/validation.ts'
import type { Services } from '../services.ts'

/** What members write: the feed, the rules, the dues and the betslip. */
export async function socialRoutes(api: ContractApp, services: Services): Promise<void> {
  const { db, games, log, memory, nfl, now, seasons, sheets, teams } = services
  const picks = pickStore(db)
  const owners = memory.remember(ownerStore(db, teams), ['league', 'people', 'bets', 'season'])
  betslipRoutes(api, {
    store: picks,
    payments: paymentStore(db),
    owners,
    scores: scoreStore(db),
    games,
    teams,
    seasons,
    nfl,
    now,
  })
  sheetRefreshRoutes(api, {
    store: picks,
    imports: importStore(db),
    owners,
    seasons,
    sheets: sheets,
    log,
    now,
  })
}
