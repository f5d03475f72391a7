import { describeSubject, SUBJECT_NAMES } from '@fieldhouse/domain/insights/awards/report-card'
import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { Bar, Track } from '../../ui/feedback/progress.tsx'
import { formatCount, formatDecimal, formatPoints, formatSigned, toneOf } from '../../ui/format/format.ts'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { explainPositions, explainReport } from './grades/read-grades.ts'
import { ChartCard } from './insight-view.tsx'
import { formatEfficiency, LINEUP_FIGURES } from './lineups/season-lineups.tsx'
import {
  type Grades,
  gradesQuery,
  type Lineups,
  lineupsQuery,
  type TeamGrades as Team,
  type TeamLineups,
} from './use-insights.ts'

export function TeamGrades({ league, season, team }: { league: string; season: number; team: number }) {
  const query = useQuery(gradesQuery(league, season))
  const own = query.data?.teams.find(({ team_id: id }) => id === team)
  return (
    <>
      <ChartCard
        title="Report card"
        note="Compared with the league. B− is average."
        action={<Explanation title="report card" figures={explainReport(own?.report)} />}
      >
        <Loaded query={query} name="report card" rows={5} height={36}>
          {(grades) =>
            own?.report ? <Report report={own.report} /> : <p>{describeMissingReport(grades)}</p>
          }
        </Loaded>
      </ChartCard>
      <ChartCard
        title="Positional strength"
        note="Points per week of the starters, compared with the league average."
        action={<Explanation title="positional strength" figures={explainPositions(own?.positions)} />}
      >
        <Loaded query={query} name="positional strength" rows={6} height={36}>
          {(grades) =>
            own !== undefined && own.positions.length > 0 ? (
              <Positions positions={own.positions} weeks={grades.nfl_weeks.length} />
            ) : (
              <p>{describeMissingPositions(grades)}</p>
            )
          }
        </Loaded>
      </ChartCard>
    </>
  )
}

function Report({ report }: { report: NonNullable<Team['report']> }) {
  return (
    <Row gap={5}>
      <Text as="p" size="5xl" weight={700} isNumeric>
        <span className={ui.hidden}>Overall: </span>
        {formatGrade(report.overall.grade)}
      </Text>
      <Fill>
        <Stack as="dl" gap={0} isDivided>
          {report.subjects.map(({ subject, value, grade, z }) => (
            <Row key={subject} isSpread style={{ minHeight: 52 }}>
              <dt>
                <strong>{SUBJECT_NAMES[subject]}</strong>
                <div className={ui.note}>{describeSubject(subject, value)}</div>
              </dt>
              <Text as="dd" size="xl" weight={700} isNumeric tone={toneOf(z, 1)}>
                {formatGrade(grade)}
              </Text>
            </Row>
          ))}
        </Stack>
      </Fill>
    </Row>
  )
}

function Positions({ positions, weeks }: { positions: Team['positions']; weeks: number }) {
  const largest = Math.max(1, ...positions.map(({ difference }) => Math.abs(difference)))
  return (
    <>
      <DataTable
        caption="Positional strength"
        columns={[
          { label: 'Position', kind: 'head', cell: ({ position }) => <strong>{position}</strong> },
          {
            label: 'Bar',
            header: null,
            kind: 'text',
            cell: ({ difference }) => (
              <Track zero={0.5} isShort>
                <Bar from={0.5} to={0.5 + difference / largest / 2} data-tone={toneOf(difference, 1)} />
              </Track>
            ),
          },
          {
            label: 'PPG',
            name: 'Compared with the league average',
            cell: ({ difference, points }) => (
              <>
                {formatSigned(difference, 1)}
                <div className={ui.note}>{formatDecimal(points, 1)} a week</div>
              </>
            ),
          },
          {
            label: 'Grade',
            cell: ({ grade }) => formatGrade(grade),
            tone: ({ difference }) => toneOf(difference, 1),
            isStrong: true,
          },
        ]}
        rows={positions}
        keyOf={({ position }) => position}
        isPlain
      />
      <p className={ui.note}>{formatCount(weeks, 'week')} with stored lineups.</p>
    </>
  )
}

function describeMissingReport({ unavailable, report_unavailable: reason, season }: Grades): string {
  switch (unavailable) {
    case 'not_stored':
      return `${season} isn't stored yet. Report cards appear after this season is refreshed.`
    case 'format':
      return 'Report cards need head-to-head games decided by points.'
    case 'no_games':
      return `No games are stored for ${season}.`
    case 'not_started':
      return TOO_EARLY
    case null:
      return reason === 'too_early' ? TOO_EARLY : 'Fewer than two subjects are known for all teams.'
  }
}

const TOO_EARLY = 'Report cards appear once half of the regular season is played.'

function describeMissingPositions({ unavailable, nfl_weeks: weeks, season }: Grades): string {
  if (unavailable === 'format') return 'Positional strength needs weekly points.'
  if (unavailable === 'not_started') return 'Positional strength appears once week 1 is final.'
  return weeks.length === 0
    ? `No lineups of completed weeks are stored for ${season}.`
    : 'No lineups are stored for this team.'
}

type WeekLineupProps = {
  league: string
  season: number
  /** A past NFL week. */
  week: number
  team: number
}

type Review = NonNullable<TeamLineups['lineup']>
type Slot = Review['slots'][number]

export function WeekLineup({ league, season, week, team }: WeekLineupProps) {
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
          { label: 'Slot', kind: 'text', cell: (slot) => slotOf(slot.slot_id).name },
          { label: 'Player', kind: 'head', cell: (slot) => <SlotPlayer slot={slot} /> },
          { label: 'Points', cell: ({ best }) => formatPoints(best?.points) },
        ]}
        rows={review.slots}
        keyOf={(slot) => review.slots.indexOf(slot)}
        isMine={isChanged}
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
