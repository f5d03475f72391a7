import { useQuery } from '@tanstack/react-query'
import { findTeam, TeamLabel } from '../../../features/transactions/trade-sides.tsx'
import { formatNet, type Trade, tradeQuery } from '../../../features/transactions/use-transactions.ts'
import { formatTradedBudget, formatTradedPick } from '../../../ui/format/trade-asset.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { LoadedQuote, QuoteFrame, type QuoteProps } from './quote-frame.tsx'
import styles from './quotes.module.css'

/** The sides of a trade, what each received, and what came of it so far. */
export function TradeQuote({ league, quote, target: { season, trade } }: QuoteProps<'trade'>) {
  const query = useQuery(tradeQuery(league, season, trade))
  return (
    <LoadedQuote quote={quote} query={query} name="the trade" heightPx={176}>
      {(data) => (
        <QuoteFrame quote={quote} kind={kindOf(data)} label={`Trade: ${teamNames(data)}`}>
          <div className={styles.sides}>
            {data.trade.team_ids.map((teamId) => (
              <Side key={teamId} data={data} teamId={teamId} />
            ))}
          </div>
          {data.unavailable === null ? <p className={ui.note}>Points from starters so far</p> : null}
        </QuoteFrame>
      )}
    </LoadedQuote>
  )
}

function kindOf({ season, is_reversed: isReversed, trade: { week, status } }: Trade): string {
  const outcome = status === 'vetoed' ? ' · Vetoed' : isReversed ? ' · Undone' : ''
  return `Trade · ${season}, Week ${week}${outcome}`
}

function teamNames({ trade, teams }: Trade): string {
  return new Intl.ListFormat('en').format(trade.team_ids.map((id) => findTeam(teams, id).name))
}

function Side({ data: { trade, teams, sides }, teamId }: { data: Trade; teamId: number }) {
  const result = sides.find((side) => side.team_id === teamId)
  const isReceived = ({ to_team_id: to }: { to_team_id: number | null }) => to === teamId
  const assets = [
    ...trade.moves.filter(isReceived).map(({ player }) => player.name),
    ...trade.picks.filter(isReceived).map(formatTradedPick),
    ...trade.budget.filter(isReceived).map(formatTradedBudget),
  ]
  const net = result?.net_started ?? 0
  return (
    <Stack gap={1} className={styles.side}>
      <TeamLabel team={findTeam(teams, teamId)} />
      {result === undefined ? null : (
        <p className={`${styles.net} ${ui.toned}`} data-tone={net > 0 ? 'good' : net < 0 ? 'bad' : undefined}>
          {formatNet(net)}
        </p>
      )}
      <ul className={ui.note}>
        {assets.length === 0 ? <li>Nothing listed</li> : null}
        {assets.map((asset) => (
          <li key={asset}>{asset}</li>
        ))}
      </ul>
    </Stack>
  )
}
