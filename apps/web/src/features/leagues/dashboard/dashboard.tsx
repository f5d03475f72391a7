import { useQuery } from '@tanstack/react-query'
import { Gamepad2, PencilRuler, Wrench } from 'lucide-react'
import { siteQuery } from '../../../api/site.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { LinkTile, Tile } from '../../../ui/layout/tile.tsx'
import ui from '../../../ui/ui.module.css'
import { myLeaguesQuery, myRequestsQuery } from '../use-leagues.ts'
import styles from './dashboard.module.css'
import { LeagueList, LeagueListSkeleton } from './league-list.tsx'

type Props = {
  user: { username: string; first_name: string }
  canAdmin: boolean
  onOpenLeague: (league: string) => void
  onSelectLeague: () => void
  onOpenAdmin: () => void
}

export function Dashboard({ user, canAdmin, onOpenLeague, onSelectLeague, onOpenAdmin }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <h1>Welcome{user.first_name || user.username ? `, ${user.first_name || user.username}` : ''}</h1>
        <p className={styles.subtitle}>Your Fantasy Football Dashboard</p>
      </header>
      <section aria-labelledby="your-leagues" className={ui.stack12}>
        <h2 id="your-leagues">Your leagues</h2>
        {user.username === '' ? (
          <Notice tone="bad">Missing username — try reloading or signing in again.</Notice>
        ) : (
          <MyLeagues username={user.username} onOpenLeague={onOpenLeague} onSelectLeague={onSelectLeague} />
        )}
      </section>
      <section aria-label="More" className={styles.tiles}>
        <DraftTile />
        <Tile icon={Gamepad2} title="Playoff Game" note="Coming soon" />
        {canAdmin ? (
          <Tile icon={Wrench} title="Admin Tools" note="Manage leagues and refreshes" onOpen={onOpenAdmin} />
        ) : null}
      </section>
    </div>
  )
}

/** Leads to the draft app unless the site has none. */
function DraftTile() {
  const { data: site } = useQuery(siteQuery)
  const tile = { icon: PencilRuler, title: 'Draft App' }
  if (site?.draft_app === false) return <Tile {...tile} note="Not set up on this site" />
  return <LinkTile {...tile} note="Opens in a new tab" href="/draft/draft" />
}

type MyLeaguesProps = Pick<Props, 'onOpenLeague' | 'onSelectLeague'> & { username: string }

function MyLeagues({ username, onOpenLeague, onSelectLeague }: MyLeaguesProps) {
  const leagues = useQuery(myLeaguesQuery(username))
  return (
    <Loaded query={leagues} errorTitle="Failed to load leagues" skeleton={<LeagueListSkeleton />}>
      {(userLeagues) =>
        userLeagues.length > 0 ? (
          <LeagueList leagues={userLeagues} onOpen={onOpenLeague} />
        ) : (
          <NoLeagues onSelectLeague={onSelectLeague} />
        )
      }
    </Loaded>
  )
}

/** The next step for a user without a league: join one, or wait for pending requests. */
function NoLeagues({ onSelectLeague }: Pick<Props, 'onSelectLeague'>) {
  const requests = useQuery(myRequestsQuery)
  const pending = requests.data?.filter((request) => request.status === 'pending') ?? []
  const names = pending.map(({ league }) => league ?? 'any league')
  return (
    <div className={`${ui.spread} ${styles.noLeagues}`}>
      {names.length > 0 ? (
        <EmptyState hint="The league appears here once your commissioner approves.">
          You requested to join {new Intl.ListFormat('en').format(names)}.
        </EmptyState>
      ) : (
        <EmptyState hint="Send a request and your commissioner will approve it.">
          You're not in a league yet.
        </EmptyState>
      )}
      <Button variant="strong" onClick={onSelectLeague}>
        {names.length > 0 ? 'View your requests' : 'Request to join a league'}
      </Button>
    </div>
  )
}
