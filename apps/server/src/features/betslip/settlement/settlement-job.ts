import { currentBetWeek, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import { settleSelection } from '@fieldhouse/domain/betslip/selections'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { attemptEach } from '../../../jobs/attempt-each.ts'
import type { ScheduledJob } from '../../../jobs/job.ts'
import { type NflReader, toSettledGame } from '../../../repositories/nfl/nfl-reader.ts'
import type { SettlementStore } from './settlement-store.ts'

/** How many weeks back a result may still change, because a score was corrected or a postponed game was canceled. */
const CORRECTED_WEEKS = 3

type SettlementOptions = {
  store: SettlementStore
  nfl: Pick<NflReader, 'findGames'>
  now: () => Date
}

/** Every five minutes, settles the picks from the odds board whose games are final, and corrects earlier results. */
export function settlementJob({ store, nfl, now }: SettlementOptions): ScheduledJob {
  return {
    name: 'bet settlement',
    schedule: '*/5 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const last = currentBetWeek(season, now())
      const read = await store.listBoardPicks(season, { first: last - CORRECTED_WEEKS, last })
      const picks = read.filter((pick) => weekStateAt(pick, now()) === 'locked')
      const games = await nfl.findGames([...new Set(picks.map(({ selection }) => selection.gameId))])
      const changed = picks.flatMap((pick) => {
        const game = games.get(pick.selection.gameId)
        if (game === undefined) return []
        const result = settleSelection(pick.selection, toSettledGame(game), pick)
        return result === pick.result ? [] : [{ pick, result }]
      })
      const byLeague = Map.groupBy(changed, ({ pick }) => pick.leagueId)
      const failure = 'leagues could not be settled'
      await attemptEach(byLeague, { failure, signal }, ([leagueId, settled]) =>
        store.settle(leagueId, season, settled, now()),
      )
    },
  }
}
