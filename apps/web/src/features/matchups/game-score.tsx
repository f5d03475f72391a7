import { Trophy } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { HighlightOnChange, ScoreRow, useGameStatus, WinBar } from '../../ui/display/team.tsx'
import { ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { formatPoints, formatScores, leadingSide } from '../../ui/format/format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import {
  formatOccasion,
  formatStanding,
  formatWinChances,
  gameName,
  isChampionship,
  type Provider,
  playersLeft,
  resultNote,
} from './format.ts'
import styles from './matchups.module.css'
import type { Matchup, MatchupTeam } from './use-matchups.ts'

export const SIDES = ['away', 'home'] as const

export type Side = (typeof SIDES)[number]

type GameProps = { game: Omit<Matchup, 'id'>; provider: Provider }

type GameScoreProps = GameProps & {
  renderChip?: (team: MatchupTeam) => ReactNode
}

/** Both teams with their scores, their win probability, and the status of the game: 96 pixels with their margins. */
export function GameScore({ game, provider, renderChip }: GameScoreProps) {
  const leader = leadingSide(game)
  const scores = formatScores(game)
  return (
    <Stack className={styles.score}>
      <GameStatus game={game} provider={provider} />
      {SIDES.map((side) => (
        <ScoreRow
          key={side}
          team={game[side]}
          score={<Score team={game[side]} text={scores[side]} />}
          expected={<Projection team={game[side]} state={game.state} />}
          isAhead={leader === side}
          detail={<TeamDetail team={game[side]} />}
        >
          {game[side].is_mine ? <span className={`${ui.chip} ${styles.you}`}>You</span> : null}
          {renderChip?.(game[side])}
        </ScoreRow>
      ))}
      <Outlook game={game} />
    </Stack>
  )
}

export function GameStatus({ game, provider }: GameProps) {
  const status = useGameStatus(game)
  const note = [resultNote(game), formatOccasion(game)].filter(Boolean).join(' · ')
  const isLive = status.state === 'live'
  const playing = SIDES.reduce((sum, side) => sum + (game[side].remaining?.in_play ?? 0), 0)
  return (
    <p className={styles.statusLine}>
      <span className={styles.status} data-state={status.state} aria-live="polite" aria-atomic="true">
        <span className={ui.hidden}>{gameName(game, provider)}: </span>
        {status.text}
        {game.away.is_mine || game.home.is_mine ? <SpokenScores game={game} /> : null}
      </span>
      {isLive && playing > 0 ? <span>{playing} playing</span> : null}
      {note === '' ? null : (
        <Row as="span" gap={1}>
          {isChampionship(game) ? <Trophy size={16} aria-hidden="true" /> : null}
          {note}
        </Row>
      )}
    </p>
  )
}

/** The scores of the user's game, which are announced together with the status. Other games would be too many. */
function SpokenScores({ game }: Pick<GameProps, 'game'>) {
  if (game.away.score === null || game.home.score === null) return null
  const scores = formatScores(game)
  return (
    <span className={ui.hidden}>
      . {game.away.name} {scores.away}, {game.home.name} {scores.home}
    </span>
  )
}

export function Score({ team: { score, categories }, text }: { team: MatchupTeam; text: string }) {
  return (
    <>
      <span className={ui.hidden}>{categories === null ? 'Score ' : 'Categories won, lost and tied '}</span>
      <HighlightOnChange value={score}>{text}</HighlightOnChange>
    </>
  )
}

type ProjectionProps = { team: MatchupTeam; state: Matchup['state'] }

export function Projection({ team: { proj, categories }, state }: ProjectionProps) {
  const hasProjections = use(ProjectionsContext)
  if (categories !== null) return 'Categories'
  if (state === 'final' || state === 'not_played' || (proj === null && !hasProjections)) return null
  return (
    <>
      <span className={ui.hidden}>Proj </span>
      <HighlightOnChange value={proj}>{formatPoints(proj)}</HighlightOnChange>
    </>
  )
}

function TeamDetail({ team }: { team: MatchupTeam }) {
  const standing = team.record === undefined ? '' : formatStanding(team)
  return (
    <Text as="div" size="s" tone="muted" isTitle className={ui.hiddenOnPhone}>
      {standing === '' ? null : <p>{standing} </p>}
      <BestStarter team={team} />
    </Text>
  )
}

export function BestStarter({ team: { top_scorer: scorer } }: { team: MatchupTeam }) {
  if (scorer == null) return null
  return (
    <p>
      Top scorer {scorer.player} {formatPoints(scorer.points)}
    </p>
  )
}

type OutlookProps = {
  game: Pick<Matchup, 'away' | 'home' | 'state'>
  hasPlayersLeft?: boolean
}

export function Outlook({ game: { away, home, state }, hasPlayersLeft = false }: OutlookProps) {
  const texts =
    away.win_chance === null || home.win_chance === null
      ? ['', '']
      : formatWinChances(away.win_chance, home.win_chance)
  const toSide = (team: MatchupTeam, text = '') => ({
    team,
    chance: team.win_chance,
    text,
    note: hasPlayersLeft && state === 'live' ? playersLeft(team) : null,
  })
  return <WinBar away={toSide(away, texts[0])} home={toSide(home, texts[1])} />
}
