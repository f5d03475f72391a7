import { formatSpread, selectionText, toSelection } from '@fieldhouse/domain/betslip/selections'
import { nflTeamByAbbrev, nicknameOf } from '@fieldhouse/domain/nfl/nfl-teams'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../api/page-environment.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { PlayerGameState } from '../../ui/display/player.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './betslip.module.css'
import type { BoardBet } from './pick-entry.tsx'
import { type BetPick, type Bets, type BoardGame, formatAmericanOdds, oddsBoardQuery } from './use-bets.ts'

type Props = { league: string; bets: Bets; onChoose: (bet: BoardBet) => void }

export function OddsBoard({ league, bets, onChoose }: Props) {
  const board = useQuery(oddsBoardQuery(league, bets))
  return (
    <Loaded query={board} name="odds" rows={4} height={120}>
      {({ games }) => {
        const allowed = games.filter(({ is_allowed }) => is_allowed)
        const others = games.filter(({ is_allowed }) => !is_allowed)
        if (allowed.length === 0)
          return (
            <EmptyState hint="You can still type your pick.">
              No Sunday or Monday games are known yet.
            </EmptyState>
          )
        return (
          <Stack>
            <Stack as="ul">
              {allowed.map((game) => (
                <Game key={game.game_id} game={game} picks={bets.picks} onChoose={onChoose} />
              ))}
            </Stack>
            <Source games={allowed} />
            {others.length === 0 ? null : (
              <p className={ui.note}>
                Only Sunday and Monday games can be picked. Left out:{' '}
                {others.map(({ game }) => `${game.away_team} at ${game.home_team}`).join(', ')}.
              </p>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Source({ games }: { games: readonly BoardGame[] }) {
  const lines = games.flatMap(({ line }) => line ?? [])
  const [oldest] = lines.map(({ fetched_at }) => fetched_at).sort()
  if (oldest === undefined) return null
  const names = [...new Set(lines.flatMap(({ bookmaker }) => bookmaker ?? []))].join(', ')
  return (
    <p className={ui.note}>
      Odds{names === '' ? '' : ` from ${names}`}, as of {formatDateTime(new Date(oldest))}.
    </p>
  )
}

type GameProps = { game: BoardGame; picks: readonly BetPick[]; onChoose: Props['onChoose'] }

type Side = 'home' | 'away'

function Game({ game: row, picks, onChoose }: GameProps) {
  const { game_id, game, line, is_open } = row
  const now = useNow()
  const home = nicknameOf({ name: row.home_name })
  const away = nicknameOf({ name: row.away_name })
  const pickOf = (side: Side) =>
    picks.find(
      ({ is_mine, selection }) => !is_mine && selection?.game_id === game_id && selection.side === side,
    )
  const takenBy = { home: pickOf('home'), away: pickOf('away') }

  const priceColumn = (market: 'spread' | 'moneyline' | 'total', label: string): Column<Side> => ({
    label,
    kind: 'text',
    cell: (side) => {
      const bet = toBet(row, market, side)
      if (bet === null) return <span className={ui.note}>—</span>
      const isOpponent = market !== 'total' && takenBy[side === 'home' ? 'away' : 'home'] !== undefined
      return (
        <Button
          className={styles.bet}
          disabled={!is_open || isOpponent}
          aria-pressed={picks.some(({ is_mine, selection }) => is_mine && isSame(selection, bet.selection))}
          aria-label={bet.text}
          onClick={() => onChoose(bet)}
        >
          {bet.label === null ? null : <strong>{bet.label}</strong>}
          <span>{bet.odds === null ? '' : formatAmericanOdds(bet.odds)}</span>
        </Button>
      )
    },
  })

  return (
    <Stack as="li" gap={1}>
      <PlayerGameState game={game} isBye={false} now={now} />
      <DataTable
        caption={`${away} at ${home}`}
        columns={[
          { label: 'Team', kind: 'head', cell: (side) => (side === 'home' ? `at ${home}` : away) },
          priceColumn('spread', 'Spread'),
          priceColumn('total', 'Total'),
          priceColumn('moneyline', 'To win'),
        ]}
        rows={['away', 'home']}
        keyOf={(side) => side}
        isPlain
        isDense
      />
      {line === null && is_open ? <p className={ui.note}>No odds yet.</p> : null}
      {(['home', 'away'] as const).map((side) => {
        const pick = takenBy[side]
        if (pick === undefined) return null
        return (
          <p key={side} className={ui.note}>
            {pick.owner} picked the {side === 'home' ? home : away}, so their opponent can't be picked.
          </p>
        )
      })}
    </Stack>
  )
}

/** The bet of a cell: overs are in the row of the away team, unders in that of the home team. */
function toBet(
  { game_id, game, line }: BoardGame,
  market: 'spread' | 'moneyline' | 'total',
  side: Side,
): (BoardBet & { label: string | null; odds: number | null }) | null {
  if (line === null) return null
  const isHome = side === 'home'
  const { spread, total, odds } = line
  const cells = {
    spread: {
      side,
      line: spread === null ? null : isHome ? spread : 0 - spread,
      odds: isHome ? odds.home_spread : odds.away_spread,
    },
    total: { side: isHome ? 'under' : 'over', line: total, odds: isHome ? odds.under : odds.over },
    moneyline: { side, line: null, odds: isHome ? odds.home_moneyline : odds.away_moneyline },
  } as const
  const cell = cells[market]
  // A moneyline is nothing but its odds.
  if (market === 'moneyline' ? cell.odds === null : cell.line === null) return null
  const parts = { market, side: cell.side, line: cell.line }
  const bet = toSelection({ gameId: game_id, ...parts })
  const teams = {
    homeTeamId: nflTeamByAbbrev(game.home_team)?.teamId ?? 0,
    awayTeamId: nflTeamByAbbrev(game.away_team)?.teamId ?? 0,
  }
  const text = bet && selectionText(bet, teams, cell.odds)
  return text === null
    ? null
    : { text, selection: { game_id, ...parts }, label: labelOf(parts), odds: cell.odds }
}

function labelOf({ market, side, line }: Omit<BoardBet['selection'], 'game_id'>): string | null {
  if (line === null) return null
  return market === 'total'
    ? `${side === 'over' ? 'Over' : 'Under'} ${line}`
    : formatSpread(line).replace('-', '−')
}

function isSame(a: BetPick['selection'], b: BoardBet['selection']): boolean {
  return (
    a !== null && a.game_id === b.game_id && a.market === b.market && a.side === b.side && a.line === b.line
  )
}
