import { RECORD_TITLES } from '@fieldhouse/domain/history/league-records'
import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { Link } from '../../router/link.tsx'
import { useTitle } from '../../router/router.ts'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import facts from '../../ui/display/display.module.css'
import { ImportedMark } from '../../ui/display/marks.tsx'
import { PlayerName } from '../../ui/display/player.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatFinalScores, formatFullRecord, formatPoints } from '../../ui/format/format.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { formatGameWeek, formatPointMargin, sideName } from './game-row.tsx'
import styles from './history.module.css'
import { type HistoryOverlay, useHistoryContext } from './history-context.ts'
import { RivalryPanel } from './owner-comparison.tsx'
import { OwnerView } from './owner-view.tsx'
import { OwnerButton } from './owners/owner-button.tsx'
import {
  DEPTH_LABELS,
  describeSource,
  type GameDetails,
  gameQuery,
  type History,
  hasBegun,
  ownerQuery,
  type Season,
  type SeasonStanding,
} from './use-history.ts'

type Props = { overlay: HistoryOverlay; history: History; onClose: () => void }

export function HistoryDialog({ overlay, history, onClose }: Props) {
  const title = titleOf(overlay)
  useTitle(title)
  switch (overlay.kind) {
    case 'owner':
      return (
        <Dialog title={title} onClose={onClose}>
          <OwnerPanel owner={overlay.owner} seasons={history.seasons} />
        </Dialog>
      )
    case 'game':
      return <GameDialog {...overlay} title={title} onClose={onClose} />
    case 'season': {
      const season = history.seasons.find((each) => each.season === overlay.season)
      return (
        <Dialog title={title} onClose={onClose}>
          <SeasonTable season={season} />
          <p className={facts.facts}>
            {season?.is_finished === true && season.scoring_format === 'points' ? (
              <Link to={{ tab: 'history', view: 'cards', season: overlay.season }}>
                Season cards of {overlay.season}
              </Link>
            ) : null}
            <Link to={{ tab: 'history', view: 'draft', season: overlay.season }}>
              Draft board of {overlay.season}
            </Link>
            <Link to={{ tab: 'history', view: 'keepers', season: overlay.season }}>
              Keepers for {overlay.season + 1}
            </Link>
            <Link to={{ tab: 'scoreboard', view: 'bracket', season: overlay.season }}>
              Playoff bracket of {overlay.season}
            </Link>
          </p>
        </Dialog>
      )
    }
    case 'rivalry':
      return (
        <Dialog title="Head-to-Head" onClose={onClose}>
          <RivalryPanel a={overlay.a} b={overlay.b} />
        </Dialog>
      )
  }
}

function titleOf(overlay: HistoryOverlay): string {
  switch (overlay.kind) {
    case 'owner':
      return overlay.owner
    case 'game':
      return `${overlay.season} matchup`
    case 'season':
      return `Season ${overlay.season}`
    case 'rivalry':
      return `${overlay.a} vs ${overlay.b}`
  }
}

function OwnerPanel({ owner, seasons }: { owner: string; seasons: History['seasons'] }) {
  const { league } = useHistoryContext()
  const query = useQuery(ownerQuery(league, owner))
  return (
    <Loaded query={query} name="owner" rows={8} height={36}>
      {(history) => <OwnerView history={history} seasons={seasons} />}
    </Loaded>
  )
}

type GameDialogProps = { season: number; game: number; title: string; onClose: () => void }

function GameDialog({ season, game, title, onClose }: GameDialogProps) {
  const { league } = useHistoryContext()
  const query = useQuery(gameQuery(league, season, game))
  return (
    <Dialog title={query.data === undefined ? title : formatGameWeek(query.data.game)} onClose={onClose}>
      <Loaded query={query} name="game" rows={6} height={36}>
        {(details) => <GameView details={details} />}
      </Loaded>
    </Dialog>
  )
}

type SeasonTableProps = {
  /** undefined if the season is no longer stored. */
  season: Season | undefined
}

function scoreColumns(format: Season['scoring_format']): Column<SeasonStanding>[] {
  const pointsFor = {
    value: ({ pf }: SeasonStanding) => pf,
    cell: ({ pf }: SeasonStanding) => formatPoints(pf),
  }
  if (!hasMatchups(format)) return [{ label: 'Points', ...pointsFor }]
  const record = { label: 'W-L-T', cell: formatFullRecord }
  if (format === 'categories') return [record]
  return [
    record,
    { label: 'PF', name: 'Points for', ...pointsFor },
    { label: 'PA', name: 'Points against', value: ({ pa }) => pa, cell: ({ pa }) => formatPoints(pa) },
  ]
}

function SeasonTable({ season }: SeasonTableProps) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  if (season === undefined) return <EmptyState>This season isn't available.</EmptyState>
  const { standings, records_excluded: excluded, imported, depth, scoring_format: format } = season
  const note = describeFormat(format)
  const isStarted = hasBegun(season)
  return (
    <Stack gap={3}>
      {excluded === null ? null : <Notice tone="warn">Excluded from records: {excluded.reason}</Notice>}
      <DataTable
        caption={`Standings of ${season.season}`}
        columns={[
          { label: '#', kind: 'rank', cell: ({ rank }) => (isStarted ? rank : '—') },
          {
            label: 'Team',
            kind: 'head',
            cell: ({ name, owner }) => (
              <TeamCell
                team={
                  owner === null
                    ? { name, logo: null }
                    : { name, logo: getPictureUrl(owner), color: getColor(owner) }
                }
              >
                {owner === null ? (
                  <span className={ui.note}>No owner</span>
                ) : (
                  <button
                    type="button"
                    className={ui.note}
                    onClick={() => openOverlay({ kind: 'owner', owner })}
                  >
                    {owner}
                  </button>
                )}
              </TeamCell>
            ),
          },
          ...scoreColumns(format),
        ]}
        rows={standings}
        keyOf={(team) => team.team_id}
        opensRows
        isPlain
      />
      {note === null ? null : <p className={ui.note}>{note}</p>}
      <p className={ui.note}>
        {describeSource(season)} · {DEPTH_LABELS[depth]}
        <ImportedMark imported={imported} />
      </p>
    </Stack>
  )
}

function GameView({ details }: { details: GameDetails }) {
  const { game, nfl_weeks: weeks, lineups, records } = details
  const [awayScore, homeScore] = formatFinalScores(game.away_score, game.home_score)
  return (
    <Stack>
      <p className={ui.muted}>
        {formatGameWeek(game)}
        {weeks.length > 1 ? ` · Played over NFL weeks ${weeks.join(' and ')}` : ''}
      </p>
      <Grid min={140} gap={3}>
        <Side label="Away" side="away" details={details} score={awayScore} />
        <Side label="Home" side="home" details={details} score={homeScore} />
      </Grid>
      <p className={ui.strong}>{outcomeText(details)}</p>
      {records.length === 0 ? null : (
        <Row as="ul" wraps aria-label="League records">
          {records.map((name) => (
            <Row as="li" key={name} gap={1} className={styles.gold}>
              <Trophy size={16} aria-hidden="true" /> <strong>{RECORD_TITLES[name]}</strong>
            </Row>
          ))}
        </Row>
      )}
      {lineups.length === 0 ? (
        <p className={ui.muted}>Lineups aren't available for this game.</p>
      ) : (
        lineups.map((lineup) => (
          <Stack as="section" gap={2} key={lineup.week}>
            <Text as="h3" size="l">
              {lineups.length > 1 ? `Lineups · NFL Week ${lineup.week}` : 'Lineups'}
            </Text>
            <Grid min={300}>
              <Lineup team={game.away_team} spots={lineup.away} />
              <Lineup team={game.home_team} spots={lineup.home} />
            </Grid>
          </Stack>
        ))
      )}
    </Stack>
  )
}

type SideProps = { label: string; side: 'home' | 'away'; details: GameDetails; score: string }

function Side({ label, side, details, score }: SideProps) {
  const { game } = details
  const { picture, logo } = details[side]
  const team = side === 'home' ? game.home_team : game.away_team
  const owner = side === 'home' ? game.home_owner : game.away_owner
  const hasWon = game.result === side
  return (
    <section className={`${ui.card} ${styles.profile}`} aria-label={`${label}: ${team}`}>
      <Avatar name={owner ?? team} src={picture ?? logo} size="l" />
      <Text size="l" weight={600} isTitle lines={2}>
        {team}
      </Text>
      <OwnerButton owner={owner} />
      <Text size="3xl" isNumeric {...(hasWon ? { weight: 700 } : {})}>
        {score}
      </Text>
      <Text size="s" tone={hasWon ? 'good' : 'muted'}>
        {hasWon ? `${label} · Win` : label}
      </Text>
    </section>
  )
}

/** Describes the winner and the margin. The result may include an adjustment that the scores lack. */
function outcomeText({ game }: GameDetails): string {
  if (game.result === 'tie') return 'The game ended in a tie.'
  const winner = sideName(game, game.result)
  const margin =
    game.result === 'home' ? game.home_score - game.away_score : game.away_score - game.home_score
  return margin > 0
    ? `${winner} won by ${formatPointMargin(margin)}.`
    : `${winner} won on a scoring adjustment that isn't included in these scores.`
}

type LineupProps = {
  team: string
  /** null if the team's lineup is not stored. */
  spots: GameDetails['lineups'][number]['home']
}

function Lineup({ team, spots }: LineupProps) {
  if (spots === null) return <p className={ui.note}>No lineup available for {team}.</p>
  return (
    <DataTable
      caption={team}
      isCaptionShown
      columns={[
        { label: 'Slot', kind: 'text', cell: (spot) => slotOf(spot.slot_id).name },
        {
          label: 'Player',
          kind: 'head',
          cell: ({ player, espn_id: espnId, nfl_team: nflTeam }) => (
            <Row as="span">
              {player === null ? null : <Headshot player={player} espnId={espnId} nflTeam={nflTeam} />}
              <PlayerName player={player} espnId={espnId} />
              {nflTeam === null ? null : <span className={ui.note}>{nflTeam}</span>}
            </Row>
          ),
        },
        { label: 'Points', cell: ({ actual }) => formatPoints(actual) },
      ]}
      rows={spots}
      // Several spots share a slot, and empty spots have no player.
      keyOf={(spot) => spots.indexOf(spot)}
      isMuted={(spot) => !slotOf(spot.slot_id).isStarter}
      isPlain
      isDense
    />
  )
}
