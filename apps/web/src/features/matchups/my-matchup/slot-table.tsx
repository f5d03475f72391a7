import { bySlot, slotOf } from '@fieldhouse/domain/rosters/lineup'
import { use } from 'react'
import { formatInjury, hasBegun, PlayerGameState } from '../../../ui/display/player.tsx'
import { PlayerRow } from '../../../ui/display/player-row.tsx'
import { HighlightOnChange } from '../../../ui/display/team.tsx'
import { ProjectionsContext } from '../../../ui/feedback/freshness.tsx'
import { formatPoints } from '../../../ui/format/format.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import type { Side } from '../game-score.tsx'
import styles from '../matchups.module.css'
import type { LineupSlot, MyMatchup } from '../use-matchups.ts'

type Props = {
  caption: string
  game: Pick<MyMatchup, 'away' | 'home'>
  pairs: readonly SlotPair[]
  /** Whether the players' points count. */
  hasPoints: boolean
  now: Date
}

export function SlotTable({ caption, game: { away, home }, pairs, hasPoints, now }: Props) {
  return (
    <table className={styles.slots}>
      <caption className={ui.hidden}>{caption}</caption>
      <colgroup>
        <col />
        <col className={styles.slotColumn} />
        <col />
      </colgroup>
      <thead>
        <tr>
          {[away.name, 'Slot', home.name].map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two teams can have the same name
            <th key={index} scope="col">
              <span className={ui.hidden}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair, index) => (
          // The key includes the players, so that only a score change is highlighted, not a lineup change.
          <tr key={`${pair.slotId} ${pair.away?.espn_id ?? index} ${pair.home?.espn_id ?? index}`}>
            <Cell pair={pair} side="away" hasPoints={hasPoints} now={now} />
            <th scope="row">
              <span className={`${ui.chip} ${styles.slot}`}>{slotOf(pair.slotId).name}</span>
            </th>
            <Cell pair={pair} side="home" hasPoints={hasPoints} now={now} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { pair: SlotPair; side: Side; hasPoints: boolean; now: Date }

function Cell({ pair, side, hasPoints, now }: CellProps) {
  const hasProjections = use(ProjectionsContext)
  const entry = pair[side]
  const isHome = side === 'home'
  if (entry === null) return <td data-side={side}>—</td>
  return (
    <td data-side={side}>
      <PlayerRow
        player={entry}
        status={<GameLine entry={entry} now={now} />}
        points={
          hasPoints ? (
            <HighlightOnChange value={entry.actual}>{formatPoints(entry.actual)}</HighlightOnChange>
          ) : null
        }
        expected={
          hasPoints && (hasProjections || entry.proj !== null) ? (
            <>
              <span className={ui.hidden}>projected </span>
              {formatPoints(entry.proj)}
            </>
          ) : null
        }
        emphasis={isAhead(pair, side) ? 'strong' : hasBegun(entry.nfl_game) ? undefined : 'quiet'}
        isRedZone={entry.nfl_game?.is_red_zone ?? false}
        isMirrored={isHome}
      />
    </td>
  )
}

function isAhead(pair: SlotPair, side: Side): boolean {
  const score = pair[side]?.actual ?? null
  return score !== null && score > (pair[side === 'away' ? 'home' : 'away']?.actual ?? 0)
}

function GameLine({ entry, now }: { entry: LineupSlot; now: Date }) {
  const injury = formatInjury(entry.injury_status ?? null)
  const game = entry.nfl_game ?? null
  const isStarter = slotOf(entry.slot_id).isStarter
  return (
    <>
      {injury === null || hasBegun(game) ? null : (
        <Text weight={700} tone={injury.isOut ? 'bad' : 'warn'} title={injury.label}>
          <span aria-hidden="true">{injury.label.length > 3 ? injury.label.charAt(0) : injury.label}</span>
          <span className={ui.hidden}>{injury.label}</span>{' '}
        </Text>
      )}
      {game === null && !entry.is_bye ? null : (
        <span className={ui.toned} data-tone={isStarter && entry.is_bye ? 'bad' : undefined}>
          <PlayerGameState game={game} isBye={entry.is_bye} now={now} />
        </span>
      )}
    </>
  )
}

/** The players of both teams in the same slot; null if a team has fewer of that slot. */
export type SlotPair = { slotId: number; away: LineupSlot | null; home: LineupSlot | null }

/** Pairs both lineups by slot: starters in slot order, then bench and reserve. */
export function pairBySlot(away: readonly LineupSlot[], home: readonly LineupSlot[]) {
  const slots = [...new Set([...away, ...home].map((entry) => entry.slot_id))]
  const pairs = slots
    .map((slotId) => ({ slotId }))
    .toSorted(bySlot)
    .flatMap(({ slotId }) => pairSlot(slotId, away, home))
  return {
    starters: pairs.filter((pair) => slotOf(pair.slotId).isStarter),
    others: pairs.filter((pair) => !slotOf(pair.slotId).isStarter),
  }
}

function pairSlot(slotId: number, away: readonly LineupSlot[], home: readonly LineupSlot[]): SlotPair[] {
  const [awayEntries, homeEntries] = [away, home].map((side) =>
    side.filter((entry) => entry.slot_id === slotId),
  )
  const count = Math.max(awayEntries?.length ?? 0, homeEntries?.length ?? 0)
  return Array.from({ length: count }, (_, index) => ({
    slotId,
    away: awayEntries?.[index] ?? null,
    home: homeEntries?.[index] ?? null,
  }))
}
