import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Medal, Trophy } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { useConnectivity } from '../../api/connectivity.ts'
import type { SeasonViewProps } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { formatFinalScores, formatPoints, formatUsers } from '../../ui/format/format.ts'
import { Fill, Grid, Row, Stack, Text, Toolbar } from '../../ui/layout/layout.tsx'
import { SeasonSwitch } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './bracket.module.css'
import {
  type Bracket,
  type BracketRound,
  type BracketTeam,
  bracketQuery,
  type Cell,
  layoutBracket,
  type Pairing,
  type ProjectedPairing,
  projectionOf,
} from './bracket.ts'

type Props = SeasonViewProps & {
  views: ReactNode
}

export function BracketTab({ league, seasons, views }: Props) {
  const { season } = useLocation()
  const query = useQuery({ ...bracketQuery(league, season), placeholderData: keepPreviousData })
  const { data } = query
  const shownSeason = season ?? data?.season
  const title = shownSeason === undefined ? 'Playoff bracket' : `${shownSeason} playoff bracket`
  useTitle(title)
  return (
    <Stack as="section" gap={3} aria-label="Scoreboard">
      <Toolbar>
        <Fill>
          <Text as="h2" size="xl">
            {title}
          </Text>
          <Freshness of={data} />
        </Fill>
        <SeasonSwitch seasons={seasons} loaded={data?.season} />
        <Row gap={0}>
          {views}
          <ShareButton title={title} to={{ season: shownSeason ?? null }} />
        </Row>
      </Toolbar>
      <Loaded query={query} name="the bracket" rows={4} height={96}>
        {(bracket) => (
          <Stack data-stale={query.isPlaceholderData}>
            <BracketContent key={bracket.season} bracket={bracket} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function BracketContent({ bracket }: { bracket: Bracket }) {
  const { rounds, season, scoring_format: format, status } = bracket
  const teams: Teams = new Map(bracket.teams.map((team) => [team.team_id, team]))
  if (!hasMatchups(format) || status === 'unknown' || rounds.length === 0) {
    return (
      <EmptyState isFramed hint={noBracketHint(bracket)}>
        No bracket for this season.
      </EmptyState>
    )
  }
  const others = rounds
    .flatMap((round) => round.consolation.map((pairing) => ({ pairing, round })))
    .toReversed()
    .toSorted((a, b) => rankOf(a.pairing) - rankOf(b.pairing))
  const notes = notesOf(bracket)
  const hasThirdPlace = others.some(({ pairing }) => rankOf(pairing) === 0)
  return (
    <>
      <Champion bracket={bracket} teams={teams} />
      {notes.length === 0 ? null : <p className={ui.note}>{notes.join(' ')}</p>}
      <Stack as="section" gap={3} aria-labelledby="championship-bracket">
        <h3 id="championship-bracket">Championship bracket</h3>
        <BracketTree bracket={bracket} teams={teams} />
      </Stack>
      {others.length === 0 ? null : (
        <Stack as="section" gap={3} aria-labelledby="consolation-bracket">
          <h3 id="consolation-bracket">{hasThirdPlace ? 'Third place and consolation' : 'Consolation'}</h3>
          <Grid as="ul" min={280} gap={3}>
            {others.map(({ pairing, round }) => (
              <li key={pairing.games[0]?.game_id}>
                <BracketGame
                  pairing={pairing}
                  teams={teams}
                  season={season}
                  label={formatWeeks({
                    weeks: pairing.games.map(({ week }) => week),
                    nfl_weeks: round.nfl_weeks,
                  })}
                />
              </li>
            ))}
          </Grid>
        </Stack>
      )}
    </>
  )
}

function notesOf({ rounds, status, is_reseeded: isReseeded }: Bracket): string[] {
  const isProjected = rounds
    .map(projectionOf)
    .some(({ pairings, byes }) => pairings.length > 0 || byes.length > 0)
  const begin =
    status === 'before'
      ? [
          `The playoffs begin in week ${rounds[0]?.weeks[0]}. The teams are known when the regular season ends.`,
        ]
      : []
  if (!isProjected) return begin
  const source = status === 'before' ? 'the current standings' : 'the seeds and the results so far'
  return [
    ...begin,
    `Projected matchups are based on ${source}.`,
    ...(isReseeded === true && rounds.length > 2
      ? ['After each round, the best seed left plays the lowest.']
      : []),
  ]
}

function noBracketHint({ scoring_format: format, has_playoffs: hasPlayoffs, status }: Bracket): string {
  if (!hasMatchups(format)) return 'This league has no matchups. See Standings for the teams in order.'
  if (!hasPlayoffs) return 'This league has no playoffs. See Standings for the teams in order.'
  if (status === 'unknown')
    return 'The stored games of this season do not show who played for the championship.'
  if (status === 'before') return 'The bracket appears once the schedule of the playoffs is known.'
  return 'The bracket appears after a refresh.'
}

function rankOf({ round }: Pairing): number {
  return round.bracket === 'third_place' ? 0 : 1
}

function Champion({ bracket, teams }: { bracket: Bracket; teams: Teams }) {
  const { champion_team_id: id, season } = bracket
  const team = id === null ? undefined : teams.get(id)
  if (team === undefined) return null
  const final = bracket.rounds.at(-1)?.championship.find(({ winner_team_id: winner }) => winner === id)
  const manager = formatUsers(team) ?? new Intl.ListFormat('en').format(team.owners)
  return (
    <section className={`${ui.card} ${styles.champion}`} aria-label="Champion">
      <Row gap={4}>
        <Avatar name={team.name} src={team.logo} color={team.color} size="l" />
        <Fill>
          <Row as="p" gap={1}>
            <Trophy size={18} aria-hidden="true" /> <strong>{season} champion</strong>
          </Row>
          <Text as="p" size="2xl" weight={700} isTitle>
            <Link
              className={`${ui.nameLink} ${ui.twoLines} ${styles.name}`}
              to={{ tab: 'roster', team: team.team_id, season }}
            >
              {team.name}
            </Link>
          </Text>
          {manager === '' ? null : <p>{manager}</p>}
          {final === undefined ? null : <FinalScore final={final} winner={team} teams={teams} />}
        </Fill>
      </Row>
    </section>
  )
}

type FinalScoreProps = { final: Pairing; winner: BracketTeam; teams: Teams }

function FinalScore({ final: { home, away }, winner, teams }: FinalScoreProps) {
  const [own, other] = home.team_id === winner.team_id ? [home, away] : [away, home]
  const scores = formatFinalScores(own.score, other.score)
  return (
    <p className={ui.muted}>
      Beat {teams.get(other.team_id)?.name ?? 'the other team'}
      {own.score === null ? null : <Text isNumeric> {scores.join('–')}</Text>}
    </p>
  )
}

function BracketTree({ bracket, teams }: { bracket: Bracket; teams: Teams }) {
  const { rounds, season, champion_team_id: champion } = bracket
  const columns = layoutBracket(rounds, (teamId) => seedOf(teams, teamId))
  const row = useRef<HTMLDivElement>(null)
  const current = currentRound(rounds)
  useEffect(() => {
    const [scroller, shown] = [row.current, row.current?.children[current]]
    if (scroller && shown instanceof HTMLElement) scroller.scrollLeft = shown.offsetLeft - scroller.offsetLeft
  }, [current])
  return (
    <div ref={row} className={styles.tree}>
      {rounds.map((round, index) => (
        <Stack
          key={round.name}
          as="section"
          gap={2}
          className={styles.round}
          aria-labelledby={`round-${index}`}
        >
          <header>
            <Text as="h4" size="l" weight={600} isTitle id={`round-${index}`}>
              {round.name}
            </Text>
            <p className={ui.note}>{formatWeeks(round)}</p>
          </header>
          <ul className={styles.cells}>
            {columns[index]?.map((cell) => (
              <Stack
                as="li"
                gap={0}
                key={cell.key}
                className={styles.cell}
                style={{ gridRow: `span ${cell.rows}` }}
                data-kind={cell.kind}
                aria-hidden={cell.kind === 'gap' || undefined}
              >
                <Lines cell={cell} champion={champion} />
                <CellContent cell={cell} teams={teams} season={season} />
              </Stack>
            ))}
          </ul>
        </Stack>
      ))}
    </div>
  )
}

/** The first round that is not over; the last one once all are. */
function currentRound(rounds: readonly BracketRound[]): number {
  const index = rounds.findIndex(
    (round) =>
      round.championship.length === 0 ||
      projectionOf(round).pairings.length > 0 ||
      round.championship.some(({ state }) => state !== 'final'),
  )
  return index < 0 ? rounds.length - 1 : index
}

/** The weeks of a round, such as 'Weeks 16–17', and its NFL weeks if they differ. */
function formatWeeks({ weeks, nfl_weeks: nflWeeks }: Pick<BracketRound, 'weeks' | 'nfl_weeks'>): string {
  const isSame = nflWeeks.length === 0 || nflWeeks.join() === weeks.join()
  return [formatSpan('Week', weeks), ...(isSame ? [] : [formatSpan('NFL week', nflWeeks)])].join(' · ')
}

function formatSpan(label: string, weeks: readonly number[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined) return ''
  return first === last ? `${label} ${first}` : `${label}s ${first}–${last}`
}

function CellContent({ cell, teams, season }: { cell: Cell; teams: Teams; season: number }) {
  switch (cell.kind) {
    case 'game':
      return <BracketGame pairing={cell.pairing} teams={teams} season={season} />
    case 'bye':
      return <ByeCell team={teams.get(cell.teamId)} season={season} isProjected={cell.isProjected} />
    case 'projected':
      if (isAnybody(cell.pairing)) return <ToBeDecided />
      return <ProjectedGame pairing={cell.pairing} teams={teams} season={season} />
    case 'open':
      return <ToBeDecided />
    case 'gap':
      return null
  }
}

function ToBeDecided() {
  return (
    <p className={styles.game} data-projected>
      To be decided
    </p>
  )
}

function Lines({ cell: { feeders, kind }, champion }: { cell: Cell; champion: number | null }) {
  return feeders.map(({ teamId, at }) => (
    <svg
      key={teamId}
      className={styles.line}
      style={{ '--from': Math.min(at, 0.5), '--to': Math.max(at, 0.5) } as CSSProperties}
      data-champion={teamId === champion || undefined}
      data-projected={kind === 'projected' || undefined}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={at < 0.5 ? 'M0 0 H50 V100 H100' : 'M0 100 H50 V0 H100'} vectorEffect="non-scaling-stroke" />
    </svg>
  ))
}

type Teams = ReadonlyMap<number, BracketTeam>

type GameProps = {
  pairing: Pairing
  teams: Teams
  season: number
  label?: string | undefined
}

/** A playoff matchup; a link to it as a whole. One over several weeks links to the game of each. */
function BracketGame({ pairing, teams, season, label }: GameProps) {
  const { home, away, games, round, state } = pairing
  const sides = [home, away].toSorted((a, b) => seedOf(teams, a.team_id) - seedOf(teams, b.team_id))
  const [top, bottom] = sides.map(({ score }) => score)
  const { isOffline } = useConnectivity()
  const scores =
    state === 'final'
      ? formatFinalScores(top ?? null, bottom ?? null)
      : [formatPoints(top), formatPoints(bottom)]
  const names = sides.map(({ team_id: id }) => teams.get(id)?.name ?? 'Unknown team').join(' vs ')
  const [only] = games.length === 1 ? games : []
  const Mark = MARKS[round.name]
  const open = (game: Pairing['games'][number]) =>
    ({ tab: 'matchup', season, week: game.week, game: game.game_id }) as const
  return (
    <article
      className={`${ui.frame} ${ui.opens} ${styles.game}`}
      data-round={round.name}
      aria-label={`${round.name}: ${names}`}
    >
      {label === undefined && Mark === undefined && state !== 'live' ? null : (
        <Row as="p" gap={1} className={ui.note}>
          {Mark === undefined ? null : <Mark size={16} aria-hidden="true" />}
          <Fill as="span">{[Mark === undefined ? null : round.name, label].filter(Boolean).join(' · ')}</Fill>
          {state === 'live' && !isOffline ? (
            <Text weight={600} tone="good">
              <span aria-hidden="true">● </span>
              <span>Live</span>
            </Text>
          ) : null}
        </Row>
      )}
      {sides.map(({ team_id: id, score }, index) => {
        const hasWon = pairing.winner_team_id === id
        return (
          <Row as="p" key={id} className={styles.side} data-won={hasWon || undefined}>
            <TeamLink team={teams.get(id)} season={season} />
            {hasWon ? (
              <>
                <span className={ui.hidden}>Won</span>
                <Check size={18} aria-hidden="true" />
              </>
            ) : null}
            {score === null ? null : (
              <Text size="l" isNumeric>
                <HighlightOnChange value={score}>{scores[index]}</HighlightOnChange>
              </Text>
            )}
          </Row>
        )
      })}
      {only === undefined ? (
        <Row as="p" gap={4}>
          {games.map((game) => (
            <Link key={game.game_id} to={open(game)} className={ui.standaloneLink}>
              Week {game.week}
            </Link>
          ))}
        </Row>
      ) : (
        <Link className={ui.cover} to={open(only)} label={`Open ${names}, week ${only.week}`} />
      )}
    </article>
  )
}

const MARKS: Record<string, typeof Trophy | undefined> = { Championship: Trophy, 'Third place': Medal }

type ByeProps = { team: BracketTeam | undefined; season: number; isProjected: boolean }

function ByeCell({ team, season, isProjected }: ByeProps) {
  return (
    <Row as="p" className={styles.game} data-projected>
      <TeamLink team={team} season={season} />
      <span className={ui.note}>{isProjected ? 'Projected bye' : 'Bye'}</span>
    </Row>
  )
}

type ProjectedGameProps = { pairing: ProjectedPairing; teams: Teams; season: number }

function ProjectedGame({ pairing: { round, sides }, teams, season }: ProjectedGameProps) {
  const names = sides.map(({ team_ids: ids }) => formatSide(ids, teams))
  return (
    <article
      className={styles.game}
      data-projected
      aria-label={`${round.name}, projected: ${names.join(' vs ')}`}
    >
      <p className={ui.note}>Projected</p>
      {sides.map(({ team_ids: ids }, index) => {
        const [only] = ids.length === 1 ? ids : []
        return (
          <Row as="p" key={ids.join()} className={styles.side}>
            {only === undefined ? (
              <Text tone="muted">{names[index]}</Text>
            ) : (
              <TeamLink team={teams.get(only)} season={season} />
            )}
          </Row>
        )
      })}
    </article>
  )
}

/** More names would not fit. */
const MAX_NAMES = 3

/** Whether so many teams can be on both sides that naming the matchup would say nothing. */
function isAnybody({ sides }: ProjectedPairing): boolean {
  return sides.every(({ team_ids: ids }) => ids.length > MAX_NAMES)
}

function formatSide(teamIds: readonly number[], teams: Teams): string {
  if (teamIds.length > MAX_NAMES) return 'To be decided'
  const names = teamIds.map((teamId) => teams.get(teamId)?.name ?? 'Unknown team')
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

function TeamLink({ team, season }: { team: BracketTeam | undefined; season: number }) {
  if (team === undefined) return <Fill as="span">Unknown team</Fill>
  return (
    <Fill as="span">
      <Row as="span">
        {team.seed === null ? null : (
          <Text size="s" tone="muted" isNumeric style={{ position: 'relative' }}>
            <span className={ui.hidden}>Seed </span>
            {team.seed}
          </Text>
        )}
        <Avatar name={team.name} src={team.logo} color={team.color} />
        <Link
          className={`${ui.nameLink} ${ui.twoLines} ${styles.name}`}
          to={{ tab: 'roster', team: team.team_id, season }}
        >
          {team.name}
        </Link>
      </Row>
    </Fill>
  )
}

function seedOf(teams: Teams, teamId: number): number {
  return teams.get(teamId)?.seed ?? Number.MAX_SAFE_INTEGER
}
