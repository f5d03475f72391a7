import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { standingsQuery } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { NewsPanel, PlayerNews } from '../../features/news/news-panel.tsx'
import { PlayerCard } from '../../features/roster/player-card.tsx'
import { RosterTab } from '../../features/roster/roster-tab.tsx'
import { playersWithNews, RosterTable } from '../../features/roster/roster-table.tsx'
import { playerQuery, rosterQuery } from '../../features/roster/use-roster.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Card, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './league.module.css'

const TeamGrades = lazyPart(
  () => import('../../features/insights/team-insights.tsx'),
  'TeamGrades',
  <Skeleton label="Loading grades" rows={12} height={36} />,
)

const WeekLineup = lazyPart(
  () => import('../../features/insights/team-insights.tsx'),
  'WeekLineup',
  <Skeleton label="Loading best lineup" rows={10} height={36} />,
)

const TeamTradeBlock = lazyPart(() => import('../../features/teams/trade-block.tsx'), 'TeamTradeBlock')

const TeamPage = lazyNamed(() => import('../../features/teams/team-page.tsx'), 'TeamPage')

type Props = { league: string }

export function RosterWithNews({ league }: Props) {
  const { team, season } = useLocation()
  const now = useNow()
  const chooser = <TeamChooser league={league} />
  if (team === null) return <MyRoster league={league} chooser={chooser} />
  return (
    <TeamPage
      key={team}
      league={league}
      team={team}
      chooser={chooser}
      renderRoster={(roster) => (
        <>
          <RosterTable {...roster} now={now} />
          <TeamTradeBlock league={league} team={team} season={season} />
        </>
      )}
      renderReview={(season, week) => <WeekLineup league={league} season={season} week={week} team={team} />}
      renderGrades={(season) => <TeamGrades league={league} season={season} team={team} />}
    />
  )
}

const MY_ROSTER = { value: '', label: 'My roster' }

function TeamChooser({ league }: Props) {
  const router = useRouter()
  const { team, season } = useLocation()
  const teams = useQuery(standingsQuery(league, season)).data?.standings ?? []
  if (teams.length === 0) return null
  const options = teams
    .map(({ team_id: id, name }) => ({ value: String(id), label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  return (
    <SelectField
      label="Team"
      isLabelHidden
      options={[MY_ROSTER, ...options]}
      value={team === null ? '' : String(team)}
      onChange={(value) =>
        router.navigate(
          value === '' ? { team: null, season: null, week: null } : { team: Number(value), week: null },
        )
      }
    />
  )
}

function MyRoster({ league, chooser }: Props & { chooser: ReactNode }) {
  const players = useQuery({ ...rosterQuery(league), select: (roster) => playersWithNews(roster.players) })
  // A failed refetch is reported above the roster; the news continues with the players already loaded.
  const arePlayersUnknown = players.isError && players.data === undefined
  return (
    <Stack gap={6} className={styles.tab}>
      <RosterTab
        league={league}
        chooser={chooser}
        renderReview={(week) => <WeekLineup league={league} {...week} />}
      />
      <aside id="player-news" aria-label="Player News">
        <Card title="Player News">
          <Loaded
            query={{ ...players, isError: arePlayersUnknown }}
            errorTitle="Failed to load your players"
            skeleton={<Skeleton label="Loading news" rows={6} height={56} />}
          >
            {(names) => <NewsPanel league={league} players={names} />}
          </Loaded>
        </Card>
      </aside>
    </Stack>
  )
}

type PlayerDialogProps = {
  league: string
  /** The provider's player id. */
  player: number
}

export function PlayerDialog({ league, player }: PlayerDialogProps) {
  const router = useRouter()
  const { season } = useLocation()
  const name = useQuery(playerQuery(league, player, season)).data?.player

  /** A dialog also fires its close event after Back has closed it. */
  function close() {
    if (router.location().player === player) router.goBack({ player: null })
  }

  return (
    <Dialog title={name ?? 'Player'} onClose={close}>
      <PlayerCard
        league={league}
        id={player}
        initialSeason={season}
        renderNews={(playerName) => (
          <section aria-labelledby="player-news">
            <h3 id="player-news">News</h3>
            <PlayerNews league={league} player={playerName} />
          </section>
        )}
      />
    </Dialog>
  )
}
