import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { Loaded } from '../../../ui/feedback/feedback.tsx'
import { formatCount, formatPoints } from '../../../ui/format/format.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { formatEfficiency } from '../format.ts'
import { type Lineups, lineupsQuery, type TeamLineups } from '../use-insights.ts'
import { LINEUP_FIGURES } from './season-lineups.tsx'

type Props = {
  league: string
  season: number
  /** A past NFL week. */
  week: number
  team: number
}

type Review = NonNullable<TeamLineups['lineup']>
type Slot = Review['slots'][number]

export function WeekLineup({ league, season, week, team }: Props) {
  const id = useId()
  const query = useQuery(lineupsQuery(league, season, week))
  return (
    <Stack as="section" gap={3} className={ui.card} aria-labelledby={id}>
      <Row as="header" isSpread gap={3}>
        <h3 id={id}>Best lineup of NFL week {week}</h3>
        <Explanation title="the best lineup" figures={LINEUP_FIGURES} />
      </Row>
      <Loaded query={query} name="best lineup" rows={10} height={36}>
        {(lineups) => {
          const review = lineups.teams.find(({ team_id: teamId }) => teamId === team)?.lineup ?? null
          return review === null ? (
            <p className={ui.note}>{describeAbsence(lineups, week)}</p>
          ) : (
            <ReviewContent review={review} />
          )
        }}
      </Loaded>
    </Stack>
  )
}

function describeAbsence({ unavailable, season, scoring_format: format, nfl_weeks }: Lineups, week: number) {
  switch (unavailable) {
    case 'format':
      return `Best lineups need weekly points. ${describeFormat(format) ?? ''}`
    case 'no_games':
      return `No games are stored for ${season}, so no week of it is known to be complete.`
    case 'not_started':
      return `Best lineups start as soon as all games of week 1 of ${season} are final.`
    case 'best_ball':
      return 'Best ball: the best players of each roster count by themselves, so this is the best lineup.'
    case 'no_lineups':
      return `No lineups of completed weeks are stored for ${season}.`
    case 'no_eligibility':
      return `The lineups of ${season} don't show who could have started where, so the best ones are unknown.`
    case 'not_stored':
      return `${season} isn't stored yet. Best lineups appear after this season is refreshed.`
    case null:
      return nfl_weeks.includes(week)
        ? "This team's lineup of the week isn't stored, or doesn't show who could have started where."
        : "No lineups are stored for this week, or some of its games aren't final yet."
  }
}

function ReviewContent({ review }: { review: Review }) {
  return (
    <>
      <Stats>
        <Stat label="Left on the bench" value={formatPoints(review.left_on_bench)} />
        <Stat label="Scored" value={formatPoints(review.actual)} />
        <Stat label="Best" value={formatPoints(review.optimal)} />
        <Stat label="Efficiency" value={formatEfficiency(review.efficiency)} />
      </Stats>
      <p>{describeReview(review)}</p>
      <DataTable
        caption="The best lineup by slot"
        columns={[
          { label: 'Slot', kind: 'text', cell: ({ slot }) => slotOf(slot.slot_id).name },
          { label: 'Player', kind: 'head', cell: ({ slot }) => <SlotPlayer slot={slot} /> },
          {
            label: 'Points',
            cell: ({ slot: { best } }) => (best === null ? '—' : formatPoints(best.points)),
          },
        ]}
        rows={review.slots.map((slot, index) => ({ slot, index }))}
        keyOf={({ index }) => index}
        isMine={({ slot }) => isChanged(slot)}
        isPlain
      />
    </>
  )
}

function describeReview({ slots, actual, optimal, would_have_won: wouldHaveWon }: Review): string {
  if (actual > optimal) return 'The host counted more points than the best lineup has.'
  const changes = slots.filter(isChanged).length
  if (actual === optimal) return 'A perfect lineup: nobody on the bench would have added a point.'
  const result = wouldHaveWon === true ? ' It would have won the game that was lost.' : ''
  return `The best lineup differs in ${formatCount(changes, 'slot')}.${result}`
}

function isChanged({ started, best }: Slot): boolean {
  return started?.player_id !== best?.player_id
}

function SlotPlayer({ slot }: { slot: Slot }) {
  const { started, best } = slot
  if (!isChanged(slot)) return <>{best?.name ?? 'Empty'}</>
  return (
    <Stack as="span" gap={0}>
      <strong>{best?.name ?? 'Empty'}</strong>
      <span className={ui.note}>
        {started === null
          ? 'instead of an empty slot'
          : `instead of ${started.name}, ${formatPoints(started.points)}`}
      </span>
    </Stack>
  )
}
