import { describeSubject, SUBJECT_NAMES } from '@fieldhouse/domain/insights/awards/report-card'
import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Loaded } from '../../../ui/feedback/feedback.tsx'
import { Bar, Track } from '../../../ui/feedback/progress.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { Fill, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import { ChartCard } from '../insight-view.tsx'
import { type Grades, gradesQuery, type TeamGrades as Team } from '../use-insights.ts'
import { explainPositions, explainReport } from './read-grades.ts'

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
