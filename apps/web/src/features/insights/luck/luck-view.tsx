import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { scaleLinear } from 'd3-scale'
import type { SeasonViewProps } from '../../../api/operations.ts'
import { useLocation } from '../../../router/router.ts'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { Bar, Track } from '../../../ui/feedback/progress.tsx'
import {
  formatDecimal,
  formatFullRecord,
  formatPoints,
  formatSigned,
  formatWinPercentage,
  toneOf,
} from '../../../ui/format/format.ts'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { type ExplainedFigure, Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard, InsightView, TeamBar, type TeamOf, TeamTable } from '../insight-view.tsx'
import styles from '../insights.module.css'
import { SeasonLineups } from '../lineups/season-lineups.tsx'
import { type Luck, luckQuery, type TeamLuck } from '../use-insights.ts'

export function LuckView({ league, seasons }: SeasonViewProps) {
  const { season } = useLocation()
  const luck = useQuery({ ...luckQuery(league, season), placeholderData: keepPreviousData })
  return (
    <InsightView league={league} seasons={seasons} title="Luck" query={luck}>
      {(data, teamOf) => (
        <>
          <LuckContent luck={data} teamOf={teamOf} />
          <SeasonLineups league={league} teamOf={teamOf} />
        </>
      )}
    </InsightView>
  )
}

function LuckContent({ luck, teamOf }: { luck: Luck; teamOf: TeamOf }) {
  const teams = luck.teams.toSorted((a, b) => b.luck - a.luck || a.team_id - b.team_id)
  const notes = [
    ...(luck.has_median_games
      ? ['Games against the median are left out: their result never depends on the opponent.']
      : []),
    ...(luck.week < 3 ? ['Schedule strength and consistency appear after week 3.'] : []),
  ]
  return (
    <>
      <Extremes teams={teams} teamOf={teamOf} />
      <Grid min={460}>
        <LuckBars teams={teams} teamOf={teamOf} />
        <ScoreRanges teams={teams} teamOf={teamOf} />
      </Grid>
      <LuckTable teams={luck.teams} teamOf={teamOf} />
      {notes.length === 0 ? null : <p className={ui.note}>{notes.join(' ')}</p>}
    </>
  )
}

type TeamsProps = {
  /** Luckiest first. */
  teams: readonly TeamLuck[]
  teamOf: TeamOf
}

function Extremes({ teams, teamOf }: TeamsProps) {
  const own = teams.find(({ team_id: id }) => teamOf(id).is_mine)
  const extremes = [
    { label: 'Your luck', team: own },
    { label: 'Luckiest', team: teams[0] === own ? undefined : teams[0] },
    { label: 'Unluckiest', team: teams.at(-1) === own ? undefined : teams.at(-1) },
  ]
  return (
    <Row as="ul" align="start" gap={4} className={ui.card}>
      {extremes.map(({ label, team }) =>
        team === undefined ? null : (
          <Stack as="li" key={label} gap={0}>
            <span className={ui.note}>{label}</span>
            <Text size="2xl" weight={700} isNumeric tone={toneOf(team.luck, 1)}>
              {formatSigned(team.luck, 1)} <Text size="m">wins</Text>
            </Text>
            {team === own ? null : <strong>{teamOf(team.team_id).name}</strong>}
            <span className={ui.note}>
              {winsOf(team)} won, {formatDecimal(team.expected_wins, 1)} expected
            </span>
          </Stack>
        ),
      )}
    </Row>
  )
}

function LuckBars({ teams, teamOf }: TeamsProps) {
  const most = Math.max(1, ...teams.map(({ luck }) => Math.abs(luck)))
  return (
    <ChartCard
      title="Wins from the schedule"
      note="Right: won more than the scores deserved. Left: won less."
      action={<Explanation title="luck" figures={LUCK_FIGURES} />}
    >
      <Stack as="ul" gap={0}>
        {teams.map(({ team_id: id, luck }) => (
          <TeamBar key={id} team={teamOf(id)} value={formatSigned(luck, 2)} tone={toneOf(luck, 2)}>
            <Track zero={0.5}>
              <Bar
                from={0.5}
                to={0.5 + luck / most / 2}
                data-tone={toneOf(luck, 2)}
                data-side={luck < 0 ? 'left' : 'right'}
              />
            </Track>
          </TeamBar>
        ))}
      </Stack>
    </ChartCard>
  )
}

function ScoreRanges({ teams, teamOf }: TeamsProps) {
  const points = teams.flatMap(({ weeks }) => weeks.map((week) => week.points))
  const scale = scaleLinear([Math.min(...points), Math.max(...points)], [0, 1]).nice()
  const at = (value: number) => ({ left: `${scale(value) * 100}%` })
  const hasRanges = teams.some(({ scores }) => scores.median !== null)
  return (
    <ChartCard
      title="Weekly scores"
      note={
        hasRanges
          ? 'A dot per week. The band reaches from the floor to the ceiling, the line is the median, which the number tells.'
          : 'A dot per week. Floor, median and ceiling appear after week 3.'
      }
      action={<Explanation title="consistency" figures={CONSISTENCY_FIGURES} />}
    >
      <Stack as="ul" gap={0}>
        {teams
          .toSorted((a, b) => medianOf(b) - medianOf(a))
          .map((row) => {
            const { floor, median, ceiling } = row.scores
            const value = (
              <>
                <span className={ui.hidden}>{describeRange(row)}</span>
                <span aria-hidden="true">{formatPoints(median)}</span>
              </>
            )
            return (
              <TeamBar key={row.team_id} team={teamOf(row.team_id)} value={value}>
                <Track className={styles.range}>
                  {floor === null || ceiling === null ? null : (
                    <Bar from={scale(floor)} to={scale(ceiling)} data-range />
                  )}
                  {row.weeks.map(({ week, points: score }) => (
                    <span
                      key={week}
                      className={styles.dot}
                      title={`Week ${week}: ${formatPoints(score)}`}
                      style={at(score)}
                    />
                  ))}
                  {median === null ? null : <span className={styles.median} style={at(median)} />}
                </Track>
              </TeamBar>
            )
          })}
        <li className={styles.row} aria-hidden="true">
          <span />
          <Track className={styles.range}>
            {scale.ticks(2).map((tick) => (
              <span key={tick} className={`${ui.note} ${styles.axis}`} style={at(tick)}>
                {tick}
              </span>
            ))}
          </Track>
        </li>
      </Stack>
    </ChartCard>
  )
}

function describeRange({ scores, weeks }: TeamLuck): string {
  const { floor, median, ceiling } = scores
  if (median === null) return weeks.map(({ points }) => formatPoints(points)).join(', ')
  return `Median ${formatPoints(median)}, floor ${formatPoints(floor)}, ceiling ${formatPoints(ceiling)}`
}

/** For the order: without a median, the average. */
function medianOf({ scores, weeks }: TeamLuck): number {
  return scores.median ?? weeks.reduce((sum, { points }) => sum + points, 0) / Math.max(1, weeks.length)
}

type Value = number | null

function figure(
  view: string,
  label: string,
  name: string,
  value: (row: TeamLuck) => Value,
  format: (value: Value, row: TeamLuck) => string,
  sort: 'ascending' | 'descending' = 'descending',
): Column<TeamLuck> {
  return { label, name, sort, value, cell: (row) => format(value(row), row), views: [view] }
}

const signed = (value: Value) => formatSigned(value, 1)
const decimal = (value: Value) => formatDecimal(value, 1)

const COLUMNS: readonly Column<TeamLuck>[] = [
  {
    ...figure(
      'Luck',
      'Luck',
      'Wins − expected wins',
      ({ luck }) => luck,
      (value) => formatSigned(value, 2),
    ),
    isStrong: true,
    tone: ({ luck }) => toneOf(luck, 2),
  },
  figure(
    'Luck',
    'xW',
    'Expected wins',
    (row) => row.expected_wins,
    (value) => formatDecimal(value, 2),
  ),
  figure(
    'Record',
    'All-play',
    'Record against every team every week',
    (row) => row.all_play_rate,
    (_, row) => formatFullRecord(row.all_play),
  ),
  figure('Record', 'Wins', 'Wins, a tie as half a win', winsOf, String),
  figure(
    'Schedule',
    'SOS',
    'Strength of the schedule so far',
    ({ schedule }) => schedule.played,
    signed,
    'ascending',
  ),
  figure(
    'Schedule',
    'SOS left',
    'Strength of the schedule to come',
    ({ schedule }) => schedule.remaining,
    signed,
    'ascending',
  ),
  figure('Spread', 'Unusual', 'Luck in standard deviations', (row) => row.unusualness, signed),
  figure(
    'Spread',
    'Volatility',
    'How much the score moves from week to week',
    ({ scores }) => scores.volatility,
    decimal,
    'ascending',
  ),
  figure('Scores', 'Floor', '10th percentile of the scores', ({ scores }) => scores.floor, formatPoints),
  figure('Scores', 'Median', 'Median score', ({ scores }) => scores.median, formatPoints),
  figure('Scores', 'Ceiling', '90th percentile of the scores', ({ scores }) => scores.ceiling, formatPoints),
]

/** A tie is half a win. */
function winsOf({ record }: TeamLuck): number {
  return record.wins + record.ties / 2
}

function LuckTable({ teams, teamOf }: { teams: readonly TeamLuck[]; teamOf: TeamOf }) {
  const { season } = useLocation()
  return (
    <TeamTable
      caption="Luck, schedule strength and consistency"
      columns={COLUMNS}
      sortedBy="Luck"
      rows={teams}
      teamOf={teamOf}
      season={season}
    >
      {(row) => (
        <Explanation title={teamOf(row.team_id).name} figures={explainLuck(row)}>
          <LuckWeeks weeks={row.weeks} teamOf={teamOf} />
        </Explanation>
      )}
    </TeamTable>
  )
}

function LuckWeeks({ weeks, teamOf }: { weeks: TeamLuck['weeks']; teamOf: TeamOf }) {
  return (
    <DataTable
      caption="Week by week"
      isCaptionShown
      columns={[
        { label: 'Week', kind: 'head', cell: ({ week }) => week },
        { label: 'Score', cell: ({ points }) => formatPoints(points) },
        {
          label: 'Opponent',
          kind: 'text',
          cell: ({ opponent_id: opponent, opponent_points: points, result }) =>
            `${RESULTS[String(result)]} ${formatPoints(points)} · ${teamOf(opponent).name}`,
        },
        { label: 'Beat', cell: ({ rate }) => formatWinPercentage(rate) },
        {
          label: 'Luck',
          cell: ({ luck }) => formatSigned(luck, 2),
          tone: ({ luck }) => toneOf(luck, 2),
        },
      ]}
      rows={weeks}
      keyOf={({ week }) => week}
      isPlain
      isDense
    />
  )
}

const RESULTS: Record<string, string> = { '1': 'W', '0.5': 'T', '0': 'L' }

const ALL_PLAY = {
  name: 'All-play record',
  meaning: 'The record if the team had played every other team every week.',
  formula: 'Each week: a win for every lower score, a loss for every higher one, a tie for an equal one.',
}

const EXPECTED_WINS = {
  name: 'Expected wins',
  meaning: 'How many wins the scores deserved.',
  formula: 'The weekly shares of the other teams that the score beat, added up. An equal score counts half.',
}

const LUCK = {
  name: 'Luck',
  meaning: 'How many wins the schedule gave (+) or took (−).',
  formula: 'Wins − expected wins. A tie counts as half a win.',
}

const UNUSUALNESS = {
  name: 'How unusual',
  meaning: 'Beyond ±2 is rare.',
  formula: 'Luck ÷ the standard deviation of the wins, if each opponent had been drawn at random.',
}

const SCHEDULE = {
  name: 'Strength of schedule',
  meaning: 'How many points per week the opponents score more (+) or less (−) than the others. From week 3.',
  formula: "The opponents' average PPG − the average PPG of all other teams. Met and to come are separate.",
}

const VOLATILITY = {
  name: 'Volatility',
  meaning: 'How much the score moves from week to week, in points. Low is consistent. From week 3.',
  formula:
    'The standard deviation of the differences between the score and the median of all scores of the week.',
}

const RANGE = {
  name: 'Floor, median, ceiling',
  meaning: 'A bad, a usual and a good week. From week 3.',
  formula: 'The 10th, 50th and 90th percentile of the weekly scores.',
}

const BOOM = {
  name: 'Boom and bust',
  meaning: 'How often a week was much better or worse than the league.',
  formula: 'Weeks at least 20 points above or below the median of the week.',
}

const LUCK_FIGURES: readonly ExplainedFigure[] = [ALL_PLAY, EXPECTED_WINS, LUCK, UNUSUALNESS]

const CONSISTENCY_FIGURES: readonly ExplainedFigure[] = [RANGE, VOLATILITY, BOOM]

function explainLuck(team: TeamLuck): ExplainedFigure[] {
  const { schedule, scores } = team
  return [
    {
      ...ALL_PLAY,
      value: formatFullRecord(team.all_play),
      inputs: [
        ['Weeks', String(team.weeks.length)],
        ['Win %', formatWinPercentage(team.all_play_rate)],
      ],
    },
    {
      ...EXPECTED_WINS,
      value: formatDecimal(team.expected_wins, 2),
      inputs: team.weeks.map(({ week, rate }) => [`Week ${week}`, formatWinPercentage(rate)] as const),
    },
    {
      ...LUCK,
      value: formatSigned(team.luck, 2),
      inputs: [
        ['Wins', String(winsOf(team))],
        ['Expected', formatDecimal(team.expected_wins, 2)],
      ],
    },
    {
      ...UNUSUALNESS,
      value: formatSigned(team.unusualness, 2),
      inputs: [
        ['Luck', formatSigned(team.luck, 2)],
        ['Standard deviation', formatDecimal(team.standard_deviation, 2)],
      ],
    },
    {
      ...SCHEDULE,
      value: formatSigned(schedule.played, 1),
      inputs: [
        ['Met', formatSigned(schedule.played, 1)],
        ['To come', formatSigned(schedule.remaining, 1)],
        ["Opponents' all-play win %", formatWinPercentage(schedule.opponents_all_play_rate)],
      ],
    },
    {
      ...VOLATILITY,
      value: formatDecimal(scores.volatility, 1),
      inputs: [
        ['Weeks', String(scores.weeks)],
        ['Standard deviation of the scores alone', formatDecimal(scores.standard_deviation, 1)],
      ],
    },
    {
      ...RANGE,
      value: [scores.floor, scores.median, scores.ceiling].map(formatPoints).join(' · '),
    },
    { ...BOOM, value: `${scores.boom ?? '—'} · ${scores.bust ?? '—'}` },
  ]
}
