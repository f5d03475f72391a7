import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import type { SeasonViewProps } from '../../../api/operations.ts'
import { useLocation, useRouter } from '../../../router/router.ts'
import { useCopy } from '../../../router/sharing.tsx'
import { SeriesPlot } from '../../../ui/charts/plot.tsx'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { HeatCell } from '../../../ui/display/heat-cell.tsx'
import { TeamCell } from '../../../ui/display/team.tsx'
import { Loaded, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { formatCount, formatDecimal } from '../../../ui/format/format.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard, type InsightTeam, InsightView, type TeamOf } from '../insight-view.tsx'
import styles from './odds.module.css'
import { OddsNumber, ShareBar, StatusBadge } from './odds.tsx'
import { OddsList, RACE_FIGURES, SEED_FIGURES } from './odds-list.tsx'
import {
  bySeed,
  countOpenWeeks,
  describeMagicNumber,
  formatChange,
  type OddsHistory,
  oddsByTeam,
  provenOutcome,
  raceAsText,
} from './race-format.ts'
import { lossText, rootingInterests, stakesOf, winText } from './stakes.ts'
import {
  type Pick,
  type Race,
  raceHistoryQuery,
  raceImage,
  raceQuery,
  type TeamRace,
  useWhatIf,
} from './use-race.ts'
import { formatPicks, parsePicks, WhatIfBoard } from './what-if-board.tsx'

export function RaceView({ league, seasons }: SeasonViewProps) {
  const { season } = useLocation()
  const query = useQuery({ ...raceQuery(league, season), placeholderData: keepPreviousData })
  return (
    <InsightView
      league={league}
      seasons={seasons}
      title="Playoff race"
      query={query}
      image={query.data?.unavailable === null ? raceImage(league, season) : undefined}
    >
      {(race, teamOf) => <RaceContent key={race.season} league={league} base={race} teamOf={teamOf} />}
    </InsightView>
  )
}

function RaceContent({ league, base, teamOf }: { league: string; base: Race; teamOf: TeamOf }) {
  const router = useRouter()
  const location = useLocation()
  const picks = parsePicks(location.picks, base.remaining_games)
  const whatIf = useWhatIf(league, base.season, picks)
  const history = useQuery({
    ...raceHistoryQuery(league, location.season),
    enabled: base.model !== null && base.odds_unavailable === null,
  })
  const answer = picks.length === 0 ? undefined : whatIf.query.data
  // An answer for another week would mix two versions of the season.
  const race = answer?.week === base.week ? answer : base
  const odds = oddsByTeam(base, history.data)
  const mine = race.teams.find(({ team_id }) => teamOf(team_id).is_mine)
  const lastWeekOf = (teamId: number) =>
    odds.get(teamId)?.find(({ week }) => week === base.week - 1)?.share ?? null
  const baseOddsOf = (teamId: number) =>
    base.teams.find(({ team_id }) => team_id === teamId)?.odds?.playoffs ?? null
  const setPicks = (next: Pick[]) => router.replace({ picks: formatPicks(next) })
  const { odds_unavailable: missing, model } = base
  return (
    <>
      {mine === undefined ? null : (
        <MyRace
          race={race}
          team={mine}
          info={teamOf(mine.team_id)}
          teamOf={teamOf}
          lastWeek={race === base ? lastWeekOf(mine.team_id) : null}
        />
      )}
      <Stack as="section" gap={2} aria-label="Odds">
        <Row isSpread>
          <p className={ui.note}>{describeRace(base)}</p>
          <Row gap={0}>
            <CopyText text={raceAsText(base, teamOf, league)} />
            <Explanation title="Playoff race" figures={RACE_FIGURES} simulation={model} />
          </Row>
        </Row>
        {missing === null ? null : <p>{MISSING_ODDS[missing]}</p>}
        {picks.length === 0 ? null : <p className={ui.strong}>With your picks, compared with none.</p>}
        <OddsList
          race={race}
          teamOf={teamOf}
          trendOf={(teamId) => (odds.get(teamId) ?? []).map(({ share }) => share)}
          before={
            race === base
              ? { name: 'last week', oddsOf: lastWeekOf }
              : { name: 'your picks', oddsOf: baseOddsOf }
          }
          isBehind={whatIf.isBehind}
        />
        <Row wraps className={ui.note}>
          <ShareBar place="in" share={1} className={styles.key} /> Proven
          <ShareBar place="open" share={1} className={styles.key} /> Simulated
          {race.model === null ? null : (
            <span>
              {race.model.runs.toLocaleString('en')} simulated seasons, seed {race.model.seed}, σ{' '}
              {formatDecimal(race.model.sigma, 1)} points
            </span>
          )}
        </Row>
      </Stack>
      {base.remaining_games.length === 0 ? null : (
        <WhatIfBoard
          base={base}
          race={race}
          picks={picks}
          onChange={setPicks}
          teamOf={teamOf}
          isBehind={whatIf.isBehind}
          hasFailed={whatIf.query.isError}
        />
      )}
      {missing !== null || base.week <= 3 ? null : (
        <Loaded
          query={history}
          errorTitle="Failed to load the odds of earlier weeks"
          skeleton={<Skeleton label="Simulating the earlier weeks" rows={4} height={110} />}
        >
          {() => <OddsChart race={base} odds={odds} teamOf={teamOf} />}
        </Loaded>
      )}
      {missing === null ? (
        <ChartCard
          title="Seeds"
          note={`How often each team ends on each seed. The line is behind seed ${race.places}, the last one in.`}
          action={<Explanation title="Seeds" figures={SEED_FIGURES} simulation={race.model} />}
        >
          <SeedMap race={race} teamOf={teamOf} />
        </ChartCard>
      ) : null}
    </>
  )
}

function OddsChart({ race, odds, teamOf }: { race: Race; odds: OddsHistory; teamOf: TeamOf }) {
  const weeks = [...new Set([...odds.values()].flat().map(({ week }) => week))].sort((a, b) => a - b)
  const teams = bySeed(race.teams).map((team) => ({
    ...teamOf(team.team_id),
    points: odds.get(team.team_id) ?? [],
  }))
  const shown = teams.find((team) => team.is_mine) ?? teams[0]
  return (
    <SeriesPlot
      title="How the odds moved"
      summary={`${shown?.name}: ${shown?.points.map(({ week, text }) => `week ${week} ${text}`).join(', ')}`}
      note="The playoff odds after every completed week. Choose a team to follow it."
      height={280}
      initial={shown === undefined ? undefined : String(shown.team_id)}
      span={[weeks[0] ?? 0, weeks.at(-1) ?? 1]}
      range={[0, 1]}
      ticks={[0, 0.25, 0.5, 0.75, 1]}
      formatValue={(share) => `${share * 100}%`}
      labels={weeks.map((week) => ({ at: week, text: String(week) }))}
      series={teams.map(({ team_id: id, name, color, points }) => ({
        id: String(id),
        name,
        color,
        points: points.map(({ week, share, text }) => ({
          at: week,
          value: share,
          title: `Week ${week}`,
          lines: [text],
        })),
      }))}
      columns={['Team', ...weeks.map((week) => `W${week}`)]}
      rows={teams.map(({ name, points }) => [
        name,
        ...weeks.map((week) => {
          const point = points.find((each) => each.week === week)
          return point === undefined ? '—' : point.isProven ? point.text : formatSimulatedShare(point.share)
        }),
      ])}
    />
  )
}

function CopyText({ text }: { text: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <>
      <IconButton label="Copy the race as text" onClick={copy}>
        {copied === true ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      </IconButton>
      <span className={ui.hidden} role="status">
        {copied === null ? '' : copied ? 'Copied.' : 'The browser did not allow copying.'}
      </span>
      {copied === false ? (
        <Text size="s" tone="bad">
          Copying failed
        </Text>
      ) : null}
    </>
  )
}

function describeRace(race: Race): string {
  const { places, byes, remaining_games: games } = race
  const weeks = countOpenWeeks(race)
  const seats = `${places} places${byes === 0 ? '' : `, ${byes} with a bye`}`
  if (games.length === 0) return `${seats}. The regular season is over.`
  return `${seats}. ${formatCount(weeks, 'week')} and ${formatCount(games.length, 'game')} left.`
}

const MISSING_ODDS = {
  too_early:
    'Odds appear after week 3. What is certain, and what each team needs, is shown from the first week.',
  no_schedule: "There are no odds, because the pairings of the remaining weeks aren't published.",
  no_variation: 'There are no odds, because the scores so far do not differ.',
} as const

function SeedMap({ race, teamOf }: { race: Race; teamOf: TeamOf }) {
  const isOver = race.remaining_games.length === 0
  return (
    <DataTable
      caption="How often each team ends on each seed"
      columns={[
        {
          label: 'Team',
          kind: 'head',
          cell: ({ team_id: id }) => <TeamCell team={teamOf(id)} size="xs" wraps />,
        },
        ...race.teams.map((_, index): Column<TeamRace> => {
          const shareOf = ({ seeds }: TeamRace) => seeds?.[index] ?? 0
          return {
            label: String(index + 1),
            kind: 'center',
            hasLine: index + 1 === race.places,
            cell: (team) => (
              <HeatCell value={shareOf(team)} isShare>
                {shareOf(team) === 0 ? (
                  <span className={ui.hidden}>none</span>
                ) : isOver ? (
                  '✓'
                ) : (
                  formatSimulatedShare(shareOf(team))
                )}
              </HeatCell>
            ),
          }
        }),
      ]}
      rows={bySeed(race.teams)}
      keyOf={(team) => team.team_id}
      isMine={({ team_id: id }) => teamOf(id).is_mine}
      isPlain
      isDense
    />
  )
}

type MyRaceProps = {
  race: Race
  team: TeamRace
  info: InsightTeam
  teamOf: TeamOf
  /** The odds a week earlier; null if there are none. */
  lastWeek: number | null
}

function MyRace({ race, team, info, teamOf, lastWeek }: MyRaceProps) {
  const change = team.odds === null || lastWeek === null ? null : formatChange(team.odds.playoffs, lastWeek)
  const stakes = team.proven ? null : stakesOf(race, team.team_id)
  const interests = team.proven ? [] : rootingInterests(race, team.team_id)
  const messages = [...team.scenarios, describeMagicNumber(team)].filter((text) => text !== null)
  return (
    <section className={ui.card} aria-label={`The race of ${info.name}`}>
      <Grid min={280}>
        <Stack gap={1}>
          <Text as="p" size="l" weight={700} isTitle>
            {info.name}
          </Text>
          <Row gap={3} wraps>
            <OddsNumber team={team} size="5xl" />
            <StatusBadge team={team} />
          </Row>
          <p className={ui.note}>
            {describePlace(team)}
            {change === null ? null : `, ${change} since last week`}
          </p>
          {messages.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Stack>
        {stakes === null ? null : (
          <Stack gap={2}>
            <Text as="h3" size="m">
              Week {stakes.week}
            </Text>
            <Result name="With a win" text={winText(stakes)} share={stakes.win} />
            <Result name="With a loss" text={lossText(stakes)} share={stakes.loss} />
          </Stack>
        )}
        {interests.length === 0 ? null : (
          <Stack gap={1}>
            <Text as="h3" size="m">
              Root for
            </Text>
            <ul>
              {interests.map(({ winner, loser, gain }) => (
                <Row as="li" key={winner} align="baseline">
                  <Fill>
                    <strong>{teamOf(winner).name}</strong> over {teamOf(loser).name}
                  </Fill>{' '}
                  <Text tone="good" weight={600} isNumeric>
                    +{Math.round(gain * 100)}
                  </Text>
                </Row>
              ))}
            </ul>
          </Stack>
        )}
      </Grid>
    </section>
  )
}

function describePlace(team: TeamRace): string {
  const outcome = provenOutcome(team)
  if (outcome !== null) return outcome === 'in' ? 'in the playoffs' : 'of the playoffs'
  return team.odds === null ? 'No odds yet' : 'to make the playoffs'
}

function Result({ name, text, share }: { name: string; text: string; share: number | null }) {
  const outcome = text === 'In' ? 'in' : text === 'Out' ? 'out' : 'open'
  return (
    <div>
      <Row isSpread>
        <span>{name}</span>{' '}
        <Text
          size="l"
          weight={700}
          isNumeric
          tone={outcome === 'in' ? 'good' : outcome === 'out' ? 'bad' : undefined}
        >
          {text}
        </Text>
      </Row>
      <ShareBar place={outcome} share={outcome === 'in' ? 1 : (share ?? 0)} />
    </div>
  )
}
