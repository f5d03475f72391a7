import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, Suspense, useState } from 'react'
import type { User } from '../../features/accounts/session.ts'
import { allLeaguesQuery, myLeaguesQuery, myRoleQuery } from '../../features/leagues/use-leagues.ts'
import { Link } from '../../router/link.tsx'
import { type Location, useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Fill, Row, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SectionBar, sectionBarItem } from '../../ui/navigation/section-menu.tsx'
import ui from '../../ui/ui.module.css'
import { useLeagueEvents } from '../league/use-league-events.ts'
import {
  ADMIN_GROUPS,
  type AdminSection,
  isStaff,
  listAdminSections,
  searchAdminSections,
  sectionLocation,
} from './admin-index.ts'
import { AdminLink } from './admin-link.tsx'
import styles from './admin-screen.module.css'
import { NeedsYou } from './needs-you.tsx'

const AdminSections = lazyNamed(() => import('./admin-sections.tsx'), 'AdminSections')

const NO_LEAGUES = { names: [], managed: [] }

type Props = {
  user: User
  isAnyAdmin: boolean
}

export function AdminScreen({ user, isAnyAdmin }: Props) {
  const router = useRouter()
  const location = useLocation()
  const [opened] = useState(location)
  const staff = isStaff(user)
  const leagues = useSelectableLeagues(user.username, staff)
  const { names, managed } = leagues.data ?? NO_LEAGUES
  const named = location.league
  const league = named !== null && names.includes(named) ? named : (names[0] ?? '')
  useLeagueEvents(league, 'steps')
  const role = useQuery(myRoleQuery(league))
  const canManage = staff || (role.data?.is_admin ?? (role.isPending && managed.includes(league)))
  const badge = staff ? 'Site staff' : role.data?.role == null ? null : `Role: ${role.data.role}`
  const noLeagues =
    leagues.data !== undefined ? 'No leagues yet' : leagues.isPending ? 'Loading…' : 'Not loaded'
  const rights = { user, isAnyAdmin, league, canManage }
  const sections = listAdminSections(rights)
  const chosen = sections.find(({ id }) => id === location.view) ?? null
  // The only thing to do without a league. It stays until another group is opened, also once there is a league.
  const [withoutLeague, setWithoutLeague] = useState<Location>()
  if (leagues.data?.names.length === 0 && withoutLeague !== location) setWithoutLeague(location)
  const first = withoutLeague === location && location.view === null ? 'new' : null
  const shown = ADMIN_GROUPS.find(({ id }) => id === (chosen?.group ?? location.view ?? first))
  const group = shown?.id ?? null
  useTitle(chosen?.title ?? shown?.title ?? 'Admin Tools')
  // What is searched for, until another section is opened.
  const [search, setSearch] = useState({ text: '', view: location.view })
  const text = search.view === location.view ? search.text : ''
  const found = searchAdminSections(sections, text)
  const endSearch = () => setSearch({ text: '', view: null })

  function openFirst(event: SubmitEvent) {
    event.preventDefault()
    if (text === '' || found[0] === undefined) return
    endSearch()
    router.navigate(sectionLocation(found[0], league))
  }

  return (
    <Stack>
      <Row as="header" align="end" gap={3} isSpread wraps>
        <Row wraps gap={3}>
          <h1>Admin Tools</h1>
          {badge === null ? null : <span className={ui.chip}>{badge}</span>}
        </Row>
        <Row as="form" gap={3} className={styles.controls} onSubmit={openFirst}>
          <Fill>
            <SelectField
              label="League"
              options={names.length === 0 ? [{ value: '', label: noLeagues }] : names}
              value={league}
              disabled={names.length === 0}
              onChange={(name) => router.navigate({ league: name, view: location.view })}
            />
          </Fill>
          <Fill>
            <TextField
              label="Find a tool"
              type="search"
              autoComplete="off"
              placeholder="Cookies, dues …"
              value={text}
              onChange={(value) => setSearch({ text: value, view: location.view })}
            />
          </Fill>
        </Row>
      </Row>
      {staff ? null : (
        <Loaded query={role} errorTitle={`Failed to load your role in ${league}`} skeleton={null}>
          {({ is_admin: isAdmin }) =>
            isAdmin ? null : (
              <Notice tone="warn">You don't have admin rights in {league}. Actions are disabled.</Notice>
            )
          }
        </Loaded>
      )}
      <Loaded query={leagues} name="leagues" rows={2} height={52}>
        {() => (
          <>
            <SectionBar selected={group ?? ''}>
              {[{ id: null, title: 'Overview' }, ...ADMIN_GROUPS]
                .filter(({ id }) => id === null || sections.some((section) => section.group === id))
                .map(({ id, title }) => (
                  <span key={title} data-at={id ?? ''}>
                    <Link
                      to={{ route: 'admin', league: league === '' ? null : league, view: id }}
                      className={sectionBarItem}
                      isCurrent={id === group}
                      onOpen={endSearch}
                    >
                      {title}
                    </Link>
                  </span>
                ))}
            </SectionBar>
            {named === null || named === league || league === '' ? null : (
              <Notice tone="warn">
                You have no league “{named}”. This is {league}.
              </Notice>
            )}
            {text === '' ? null : <SearchResults sections={found} league={league} onOpen={endSearch} />}
            {/* Hidden during a search, so that what was entered in a form is still there afterwards. */}
            <div hidden={text !== ''}>
              {group === null ? (
                <Stack gap={6}>
                  <NeedsYou {...rights} managed={managed} />
                  <SectionIndex sections={sections} league={league} />
                </Stack>
              ) : (
                <Suspense key={group} fallback={<Skeleton label="Loading page" rows={4} height={52} />}>
                  <AdminSections
                    {...rights}
                    managed={managed}
                    sections={sections.filter((section) => section.group === group)}
                    chosen={chosen?.id ?? null}
                    takesFocus={location !== opened}
                    onSelect={(name) => router.replace({ league: name, view: location.view ?? group })}
                    onLeagueChange={(name) => router.replace({ league: name, view: location.view })}
                  />
                </Suspense>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type SectionListProps = { sections: readonly AdminSection[]; league: string }

function SectionIndex({ sections, league }: SectionListProps) {
  return (
    <div className={`${ui.cardColumns} ${styles.index}`}>
      {ADMIN_GROUPS.map(({ id, title }) => ({ title, ofGroup: sections.filter(({ group }) => group === id) }))
        .filter(({ ofGroup }) => ofGroup.length > 0)
        .map(({ title, ofGroup }) => (
          <section key={title} className={`${ui.frame} ${styles.group}`}>
            <h2>{title}</h2>
            <ul>
              {ofGroup.map((section) => (
                <li key={section.id}>
                  <AdminLink section={section} league={league} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

function SearchResults({ sections, league, onOpen }: SectionListProps & { onOpen: () => void }) {
  return (
    <>
      {sections.length === 0 ? (
        <EmptyState isFramed hint="Try a shorter search.">
          No matches.
        </EmptyState>
      ) : (
        <Stack as="ul" gap={0} isDivided className={ui.frame} aria-label="Search results">
          {sections.map((section) => (
            <li key={section.id}>
              <AdminLink section={section} league={league} onOpen={onOpen} />
            </li>
          ))}
        </Stack>
      )}
      <p className={ui.hidden} role="status">
        {formatCount(sections.length, 'result')}
      </p>
    </>
  )
}

type SelectableLeagues = { names: readonly string[]; managed: readonly string[] }

/** All leagues for site staff; otherwise the user's own leagues. */
function useSelectableLeagues(username: string, seesAll: boolean): UseQueryResult<SelectableLeagues> {
  const all = useQuery({
    ...allLeaguesQuery,
    enabled: seesAll,
    select: ({ leagues }): SelectableLeagues => {
      const names = leagues.map(({ name }) => name)
      return { names, managed: names }
    },
  })
  const mine = useQuery({
    ...myLeaguesQuery(username),
    enabled: !seesAll,
    select: ({ leagues }): SelectableLeagues => ({
      names: leagues.map(({ name }) => name),
      managed: leagues.filter(({ role }) => role === 'admin').map(({ name }) => name),
    }),
  })
  return seesAll ? all : mine
}
