import { useQuery } from '@tanstack/react-query'
import { leagueMetaQuery } from '../../api/league-queries.ts'
import { CREATED_LEAGUE_VIEW } from '../../router/location.ts'
import { useRouter } from '../../router/router.ts'
import { Button } from '../../ui/forms/button.tsx'
import ui from '../../ui/ui.module.css'

type NewLeagueLinksProps = { league: string; canCreate: boolean; canManage: boolean }

/** Lead to the steps for a new league, and to those of a league that has no season yet. */
export function NewLeagueLinks({ league, canCreate, canManage }: NewLeagueLinksProps) {
  const router = useRouter()
  const meta = useQuery({ ...leagueMetaQuery(league), enabled: canManage && league !== '' })
  if (!canCreate) return null
  return (
    <div className={ui.row}>
      <Button onClick={() => router.navigate({ route: 'new-league', view: null })}>
        See a league before you create it
      </Button>
      {meta.data?.seasons.length === 0 ? (
        <Button onClick={() => router.navigate({ route: 'new-league', league, view: CREATED_LEAGUE_VIEW })}>
          Continue setting up {league}
        </Button>
      ) : null}
    </div>
  )
}
