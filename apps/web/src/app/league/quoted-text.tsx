import { RECORD_TITLES } from '@fieldhouse/domain/history/league-records'
import { findTextLinks } from '@fieldhouse/domain/league/text-links'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QuotedTextProps } from '../../features/feed/written-text.tsx'
import {
  findRecordName,
  formatRecordValue,
  type RecordName,
  recordContext,
  recordHolder,
} from '../../features/history/game-row.tsx'
import { hasBegun, historyQuery, type Season } from '../../features/history/use-history.ts'
import { gameName } from '../../features/matchups/format.ts'
import { GameScore } from '../../features/matchups/game-score.tsx'
import { scoreboardQuery } from '../../features/matchups/use-matchups.ts'
import { type Player, playerQuery } from '../../features/roster/use-roster.ts'
import { type TeamResponse, teamQuery } from '../../features/teams/use-teams.ts'
import { findTeam, TeamLabel } from '../../features/transactions/trade-sides.tsx'
import { isTradeView } from '../../features/transactions/transaction-views.ts'
import { formatNet, type Trade, tradeQuery } from '../../features/transactions/use-transactions.ts'
import { Link } from '../../router/link.tsx'
import { type Location, parseQuery } from '../../router/router.ts'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { LongText } from '../../ui/display/rich-text.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { formatPoints, formatUsers } from '../../ui/format/format.ts'
import { formatTradedBudget, formatTradedPick } from '../../ui/format/trade-asset.ts'
import { useDebouncedValue } from '../../ui/forms/combobox.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league.module.css'

export function QuotedText({ league, text, isDraft = false, renderText = renderLongText }: QuotedTextProps) {
  // A half-typed link is about another page.
  const debouncedText = useDebouncedValue(text)
  const site = { origin: window.location.origin, league }
  const shown = quoteText(isDraft ? debouncedText : text, site)
  return (
    <Stack gap={3}>
      {isDraft || shown.text === '' ? null : renderText(shown.text)}
      {shown.quotes.map((quote) => (
        <QuoteCard key={quote.url} league={league} quote={quote} />
      ))}
    </Stack>
  )
}

function renderLongText(text: string) {
  return <LongText>{text}</LongText>
}

/** What a link is about. Its data are read by the operations of the page that it opens, with the reader's rights. */
function QuoteCard({ league, quote }: { league: string; quote: Quote }) {
  const { target } = quote
  const props = { league, quote }
  switch (target.kind) {
    case 'game':
      return <GameQuote {...props} target={target} />
    case 'player':
      return <PlayerQuote {...props} target={target} />
    case 'team':
      return <TeamQuote {...props} target={target} />
    case 'trade':
      return <TradeQuote {...props} target={target} />
    case 'record':
      return <RecordQuote {...props} target={target} />
    case 'season':
      return <SeasonQuote {...props} target={target} />
  }
}

function TradeQuote({ league, quote, target: { season, trade } }: QuoteProps<'trade'>) {
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
    <Stack gap={1} className={styles.quotesSide}>
      <TeamLabel team={findTeam(teams, teamId)} />
      {result === undefined ? null : (
        <Text as="p" size="2xl" weight={700} isNumeric tone={net > 0 ? 'good' : net < 0 ? 'bad' : undefined}>
          {formatNet(net)}
        </Text>
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

function RecordQuote({ league, quote, target: { record: name } }: QuoteProps<'record'>) {
  const query = useQuery(historyQuery(league))
  return (
    <LoadedQuote quote={quote} query={query} name="the record" heightPx={112}>
      {({ all_time: { league_records: records } }) => {
        const record = records[name]
        if (record === null) return null
        return (
          <QuoteFrame quote={quote} kind={`Record · ${RECORD_TITLES[name]}`} label={RECORD_TITLES[name]}>
            <Text as="p" size="2xl" weight={700} isNumeric>
              {formatRecordValue(name, record)}
            </Text>
            <p className={ui.strong}>{recordHolder(record)}</p>
            <p className={ui.note}>{recordContext(record)}</p>
          </QuoteFrame>
        )
      }}
    </LoadedQuote>
  )
}

const PLACES = ['Champion', '2nd', '3rd']

function SeasonQuote({ league, quote, target }: QuoteProps<'season'>) {
  const query = useQuery(historyQuery(league))
  return (
    <LoadedQuote quote={quote} query={query} name="the season" heightPx={132}>
      {({ seasons }) => {
        const season = seasons.find((each) => each.season === target.season)
        if (season === undefined) return null
        return (
          <QuoteFrame
            quote={quote}
            kind={`Season ${season.season}${season.is_finished ? '' : ' · In progress'}`}
            label={`Season ${season.season}`}
          >
            <ol className={styles.places}>
              {topTeams(season).map(({ place, name, owner }) => (
                <li key={`${place} ${name}`}>
                  <span className={ui.note}>{place}</span>
                  <span className={ui.breakable}>
                    <span className={ui.strong}>{name}</span>
                    {owner === null ? null : <span className={ui.note}> {owner}</span>}
                  </span>
                </li>
              ))}
            </ol>
          </QuoteFrame>
        )
      }}
    </LoadedQuote>
  )
}

type RankedTeam = { place: string; name: string; owner: string | null }

function topTeams(season: Season): RankedTeam[] {
  if (season.is_finished)
    return season.podium.map(({ name, owner }, index) => ({ place: PLACES[index] ?? '', name, owner }))
  if (!hasBegun(season)) return []
  return season.standings
    .slice(0, PLACES.length)
    .map(({ rank, name, owner }) => ({ place: `#${rank}`, name, owner }))
}

/** A matchup, live. All matchups of a week are read together, so that many cards need one request. */
function GameQuote({ league, quote, target }: QuoteProps<'game'>) {
  const { season, week, game: id } = target
  const query = useQuery(scoreboardQuery(league, { season, week }))
  return (
    <LoadedQuote quote={quote} query={query} name="the matchup" heightPx={176}>
      {(response) => {
        const game = response.matchups.find((matchup) => matchup.id === id)
        if (game === undefined || response.season !== season || response.week !== week) return null
        return (
          <ProjectionsContext value={hasProjections(response)}>
            <QuoteFrame
              quote={quote}
              kind={`Matchup · ${season}, Week ${week}`}
              label={`${gameName(game, response.provider)}, ${season} week ${week}`}
            >
              <Stack gap={1}>
                <GameScore game={game} provider={response.provider} />
              </Stack>
            </QuoteFrame>
          </ProjectionsContext>
        )
      }}
    </LoadedQuote>
  )
}

function PlayerQuote({ league, quote, target: { player: id, season } }: QuoteProps<'player'>) {
  const query = useQuery(playerQuery(league, id, season))
  return (
    <LoadedQuote quote={quote} query={query} name="the player" heightPx={132}>
      {(player) => (
        <QuoteFrame quote={quote} kind={`Player · ${player.season}`} label={player.player}>
          <Row gap={3}>
            <Headshot
              player={player.player}
              espnId={player.espn_id}
              nflTeam={player.this_week.nfl_team}
              size="l"
            />
            <div className={ui.breakable}>
              <p className={ui.strong}>{player.player}</p>
              <p className={ui.note}>
                {[player.position, player.this_week.nfl_team ?? 'Free agent', rosterOf(player)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </Row>
          {hasWeeklyPoints(player.scoring_format) ? <PlayerStats player={player} /> : null}
        </QuoteFrame>
      )}
    </LoadedQuote>
  )
}

function rosterOf({ team, teams }: Player): string {
  return teams.find(({ team_id: id }) => id === team?.team_id)?.name ?? ''
}

function PlayerStats({ player: { season, week, this_week: game, games } }: { player: Player }) {
  const points = games.reduce((sum, each) => sum + (each.points ?? 0), 0)
  return (
    <Stats size="m">
      <Stat label={`${season} points`} value={games.length === 0 ? '—' : formatPoints(points)} />
      {week === null ? null : <Stat label={`Week ${week}`} value={formatPoints(game.actual)} />}
      {week === null || game.proj === null ? null : (
        <Stat label="Projected" value={formatPoints(game.proj)} />
      )}
    </Stats>
  )
}

function TeamQuote({ league, quote, target: { team: id, season } }: QuoteProps<'team'>) {
  const query = useQuery(teamQuery(league, { team: id, season, week: null }))
  return (
    <LoadedQuote quote={quote} query={query} name="the team" heightPx={132}>
      {(response) => (
        <QuoteFrame
          quote={quote}
          kind={`Team · ${response.season}`}
          label={`${response.team.name}, ${response.season}`}
        >
          <Row gap={3}>
            <Avatar name={response.team.name} src={response.team.logo} color={response.team.color} size="m" />
            <div className={ui.breakable}>
              <p className={ui.strong}>{response.team.name}</p>
              <p className={ui.note}>{formatUsers(response.team) ?? response.team.owners[0]}</p>
            </div>
          </Row>
          <TeamStats response={response} />
        </QuoteFrame>
      )}
    </LoadedQuote>
  )
}

function TeamStats({ response: { team, scoring_format: format } }: { response: TeamResponse }) {
  return (
    <Stats size="m">
      <Stat label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
      {hasMatchups(format) ? <Stat label="Record" value={formatRecord(team.record)} /> : null}
      {format === 'categories' ? null : <Stat label="Points for" value={formatPoints(team.points_for)} />}
    </Stats>
  )
}

type QuoteProps<Kind extends Quote['target']['kind'] = Quote['target']['kind']> = {
  league: string
  quote: Quote
  target: Extract<Quote['target'], { kind: Kind }>
}

type LoadedQuoteProps<Data> = {
  quote: Quote
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'isPaused'>
  name: string
  heightPx: number
  children: (data: Data) => ReactNode
}

/** A card that is loading or loaded. What cannot be read, or does not exist, is a link like any other. */
function LoadedQuote<Data>({ quote, query, name, heightPx, children }: LoadedQuoteProps<Data>) {
  if (query.data === undefined) {
    if (query.isError || query.isPaused) return <QuoteLink quote={quote} />
    return <Skeleton label={`Loading ${name}`} rows={1} height={heightPx} />
  }
  return children(query.data) ?? <QuoteLink quote={quote} />
}

function QuoteLink({ quote: { url, location } }: { quote: Quote }) {
  return (
    <p className={ui.breakable}>
      <Link to={location}>{url}</Link>
    </p>
  )
}

type QuoteFrameProps = {
  quote: Quote
  kind: string
  label: string
  children: ReactNode
}

function QuoteFrame({ quote, kind, label, children }: QuoteFrameProps) {
  return (
    <Stack
      as="figure"
      gap={2}
      className={`${ui.opens} ${ui.focusRing} ${styles.quotesCard}`}
      aria-label={label}
    >
      <Text as="p" size="s" tone="muted" weight={600}>
        {kind}
      </Text>
      {children}
      <Link to={quote.location} className={`${ui.cover} ${styles.open}`} label={`Open ${label}`} />
    </Stack>
  )
}

export type QuoteTarget =
  | { kind: 'player'; player: number; season: number | null }
  | { kind: 'game'; season: number; week: number; game: number }
  | { kind: 'trade'; season: number; trade: string }
  | { kind: 'team'; team: number; season: number | null }
  | { kind: 'record'; record: RecordName }
  | { kind: 'season'; season: number }

type Quote = {
  /** As it stands in the text. */
  url: string
  location: Partial<Location>
  target: QuoteTarget
}

type QuotedContent = { text: string; quotes: Quote[] }

/** Other links of a text stay links. */
export const MAX_QUOTES = 3

/** A link at the beginning or the end of a line is removed from the text; one within a sentence stays. */
export function quoteText(text: string, site: { origin: string; league: string }): QuotedContent {
  const quotes: Quote[] = []
  let shown = ''
  let end = 0
  for (const link of findTextLinks(text)) {
    const quote = parseQuote(link.url, site)
    if (quote === null) continue
    const isKnown = quotes.some(({ target }) => isSame(target, quote.target))
    if (!isKnown && quotes.length === MAX_QUOTES) continue
    if (!isKnown) quotes.push(quote)
    const before = shown + text.slice(end, link.start)
    if (!isBlank(lastLine(before)) && !isBlank(firstLine(text.slice(link.end)))) continue
    shown = before
    end = link.end
  }
  shown += text.slice(end)
  return quotes.length === 0 ? { text, quotes } : { text: withoutGaps(shown), quotes }
}

/**
 * null for other sites, other leagues, and pages without a card. The router decides how an address is read, so that the
 * card and the page that it opens are about the same thing.
 */
export function parseQuote(url: string, site: { origin: string; league: string }): Quote | null {
  const address = new URL(url, site.origin)
  if (address.origin !== site.origin || address.pathname !== '/' || address.username !== '') return null
  const location = parseQuery(address.search)
  if (location.route !== 'league' || location.league !== site.league) return null
  const target = targetOf(location)
  return target === null ? null : { url, location, target }
}

function targetOf(location: Partial<Location>): QuoteTarget | null {
  const { tab, season = null, week, game, team, player, post, owners = [], view = null } = location
  if (player != null) return { kind: 'player', player, season }
  switch (tab) {
    case 'matchup':
      if (season === null || week == null || game == null) return null
      return { kind: 'game', season, week, game }
    case 'league social':
      if (season === null || post == null || !isTradeView(view)) return null
      return { kind: 'trade', season, trade: post }
    case 'roster':
      return team == null ? null : { kind: 'team', team, season }
    case 'history': {
      const record = findRecordName(view)
      if (record !== null) return { kind: 'record', record }
      const isSeason = season !== null && view === null && game == null && owners.length === 0
      return isSeason ? { kind: 'season', season } : null
    }
    default:
      return null
  }
}

function isSame(a: QuoteTarget, b: QuoteTarget): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1)
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
const isBlank = (line: string) => line.trim() === ''

function withoutGaps(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}
