import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useLocation, useRouter } from '../../../router/router.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import { useCopy } from '../../../ui/overlays/use-copy.ts'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatDecimal } from '../format.ts'
import { InsightView, type TeamOf } from '../insight-view.tsx'
import { RACE_FIGURES, SEED_FIGURES } from './explain-race.ts'
import { MyRace } from './my-race.tsx'
import { type OddsHistory, oddsByTeam } from './odds-by-team.ts'
import { OddsCharts } from './odds-charts.tsx'
import { OddsList } from './odds-list.tsx'
import { formatPicks, parsePicks } from './picks.ts'
import { countOpenWeeks, raceAsText } from './race-format.ts'
import styles from './race-view.module.css'
import { SeedMap } from './seed-map.tsx'
import { type Pick, type Race, raceHistoryQuery, raceImage, raceQuery, useWhatIf } from './use-race.ts'
import { WhatIfBoard } from './what-if-board.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

/** The race for the playoffs: what is certain, the odds and how they moved, and what the remaining games decide. */
export function RaceView({ league, seasons }: Props) {
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

type ContentProps = { league: string; base: Race; teamOf: TeamOf }

function RaceContent({ league, base, teamOf }: ContentProps) {
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
      <section className={ui.stack8} aria-label="Odds">
        <div className={ui.spread}>
          <p className={ui.note}>{describeRace(base)}</p>
          <div className={styles.actions}>
            <CopyText text={raceAsText(base, teamOf, league)} />
            <Explanation title="Playoff race" figures={RACE_FIGURES} simulation={base.model} />
          </div>
        </div>
        {describeMissingOdds(base) === null ? null : <p>{describeMissingOdds(base)}</p>}
        {picks.length === 0 ? null : <p className={styles.picked}>With your picks, compared with none.</p>}
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
        <p className={styles.legend}>
          <span data-place="in">Proven</span>
          <span data-place="open">Simulated</span>
          <ModelLine race={race} />
        </p>
      </section>
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
      {base.odds_unavailable === null ? <Charts {...{ base, race, odds, teamOf, history }} /> : null}
    </>
  )
}

type ChartsProps = {
  base: Race
  race: Race
  odds: OddsHistory
  teamOf: TeamOf
  history: Parameters<typeof Loaded>[0]['query']
}

function Charts({ base, race, odds, teamOf, history }: ChartsProps) {
  return (
    <>
      {base.week <= 3 ? null : (
        <ChartCard
          title="How the odds moved"
          note="The odds of each team after every completed week, in front of those of all others."
        >
          <Loaded
            query={history}
            errorTitle="Failed to load the odds of earlier weeks"
            skeleton={<Skeleton label="Simulating the earlier weeks" rows={4} height={110} />}
          >
            {() => <OddsCharts race={base} odds={odds} teamOf={teamOf} />}
          </Loaded>
        </ChartCard>
      )}
      <ChartCard
        title="Seeds"
        note={`How often each team ends on each seed. The line is behind seed ${race.places}, the last one in.`}
        action={<Explanation title="Seeds" figures={SEED_FIGURES} simulation={race.model} />}
      >
        <SeedMap race={race} teamOf={teamOf} />
      </ChartCard>
    </>
  )
}

function ModelLine({ race: { model } }: { race: Race }) {
  if (model === null) return null
  return (
    <span>
      {model.runs.toLocaleString('en')} simulated seasons, seed {model.seed}, σ{' '}
      {formatDecimal(model.sigma, 1)} points
    </span>
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
        <span className={ui.alert} data-tone="bad">
          Copying failed
        </span>
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

function describeMissingOdds({ odds_unavailable: reason }: Race): string | null {
  return reason === null ? null : MISSING_ODDS[reason]
}
