import { use, useId } from 'react'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/router.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { GameNotesContext, gameName, isChampionship, type Provider } from './format.ts'
import { GameScore } from './game-score.tsx'
import styles from './matchups.module.css'
import type { Matchup, Scoreboard } from './use-matchups.ts'

type Props = {
  /** On a screen of no league. */
  league?: string
  scoreboard: Pick<Scoreboard, 'season' | 'week' | 'matchups' | 'provider'>
}

export function GameList({ league, scoreboard: { season, week, matchups, provider } }: Props) {
  const mine = matchups.flatMap(({ away, home }) => [away, home]).find(({ is_mine }) => is_mine)
  return (
    <Stack as="ul" gap={0} isDivided className={`${ui.frame} ${styles.games}`}>
      {inOrder(matchups).map((game) => (
        <li key={game.id}>
          <Game
            game={game}
            to={{
              ...(league === undefined ? {} : { route: 'league', league }),
              tab: 'matchup',
              season,
              week,
              game: game.id,
            }}
            season={season}
            provider={provider}
            myTeam={mine?.team_id ?? null}
          />
        </li>
      ))}
    </Stack>
  )
}

/** The championship, then the user's game, then the others. */
function inOrder(matchups: readonly Matchup[]): Matchup[] {
  const rank = (game: Matchup) => (isChampionship(game) ? 0 : game.away.is_mine || game.home.is_mine ? 1 : 2)
  return matchups.toSorted((a, b) => rank(a) - rank(b))
}

type GameProps = {
  game: Matchup
  to: Partial<Location>
  season: number
  provider: Provider
  myTeam: number | null
}

function Game({ game, to, season, provider, myTeam }: GameProps) {
  const id = useId()
  const { renderChip } = use(GameNotesContext)
  const name = gameName(game, provider)
  return (
    <article
      className={styles.game}
      aria-labelledby={id}
      data-championship={isChampionship(game) || undefined}
      data-mine={game.away.is_mine || game.home.is_mine || undefined}
    >
      <h3 id={id} className={ui.hidden}>
        {name}
      </h3>
      <GameScore
        game={game}
        provider={provider}
        renderChip={({ team_id: team }) =>
          myTeam === null ? null : renderChip(game, { season, team, myTeam })
        }
      />
      <Link to={to} className={ui.cover} label={`Open ${name}`} />
    </article>
  )
}
