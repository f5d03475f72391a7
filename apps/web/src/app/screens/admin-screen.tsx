import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, type SubmitEvent, Suspense, useState } from 'react'
import { teamsQuery } from '../../api/operations.ts'
import type { User } from '../../features/accounts/session.ts'
import { ProviderAccessBanner } from '../../features/credentials/provider-access.tsx'
import { unreadQuery, useHadRequests } from '../../features/inbox/bell.tsx'
import { PendingRequestsSection } from '../../features/leagues/members/pending-requests-section.tsx'
import { allLeaguesQuery, myLeaguesQuery, myRoleQuery } from '../../features/leagues/use-leagues.ts'
import { describeSite } from '../../features/site/site-states.tsx'
import { backupsQuery, siteStatusQuery } from '../../features/site/use-site.ts'
import { Link } from '../../router/link.tsx'
import { type Location, useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState, Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Card, Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SectionBar, sectionBarItem } from '../../ui/navigation/section-menu.tsx'
import ui from '../../ui/ui.module.css'
import { useLeagueEvents } from '../league/use-league-events.ts'
import {
  ADMIN_GROUPS,
  AdminLink,
  type AdminRights,
  type AdminSection,
  type AdminSectionId,
  isStaff,
  listAdminSections,
  searchAdminSections,
  sectionLocation,
} from './admin-index.tsx'
import styles from './admin-screen.module.css'

const AdminSections = lazyNamed(() => import('./admin-sections.tsx'), 'AdminSections')

const NO_LEAGUES = { names: [], managed: [] }

export function AdminScreen({ user, isAnyAdmin }: { user: User; isAnyAdmin: boolean }) {
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

type Task = { title: string; text: ReactNode; tone: 'bad' | 'warn'; section: AdminSectionId }

function NeedsYou({ managed, ...rights }: AdminRights & { managed: readonly string[] }) {
  const { isAnyAdmin, league, canManage } = rights
  const hadRequests = useHadRequests()
  const { tasks, isPending } = useTasks(rights)
  if (!isAnyAdmin) return null
  return (
    <>
      {hadRequests ? (
        <Card title="Pending Join Requests">
          <PendingRequestsSection canDecide leagues={managed} />
        </Card>
      ) : null}
      <ProviderAccessBanner league={league} canManage={canManage}>
        <Link to={{ route: 'admin', league, view: 'provider-cookies' }}>Save cookies</Link>
      </ProviderAccessBanner>
      <section className={ui.frame} aria-label="Needs you">
        {isPending ? (
          <Skeleton label="Loading what needs you" rows={1} height={52} />
        ) : tasks.length === 0 ? (
          <Row className={styles.link}>
            <Check size={20} aria-hidden="true" />
            Nothing {hadRequests ? 'else ' : ''}needs you.
          </Row>
        ) : (
          <Stack as="ul" gap={0} isDivided>
            {tasks.map((task) => (
              <li key={task.title}>
                <TaskLink {...task} />
              </li>
            ))}
          </Stack>
        )}
      </section>
    </>
  )
}

function TaskLink({ title, text, tone, section }: Task) {
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <Link to={{ route: 'admin', view: section }} className={`${ui.pressable} ${styles.link}`}>
      <Text tone={tone}>
        <Icon size={20} aria-hidden="true" />
      </Text>
      <Fill>
        <div className={ui.strong}>{title}</div>
        <div className={ui.note}>{text}</div>
      </Fill>
    </Link>
  )
}

/** The most urgent first. What cannot be loaded shows its error in its section. */
function useTasks({ user, league, canManage }: AdminRights): { tasks: Task[]; isPending: boolean } {
  const unread = useQuery(unreadQuery)
  const teams = useQuery({ ...teamsQuery(league), enabled: canManage && league !== '' })
  const site = useQuery({ ...siteStatusQuery, enabled: user.is_admin })
  const backups = useQuery({ ...backupsQuery, enabled: user.is_admin })
  const reports = unread.data?.reports ?? 0
  const unassigned = teams.data?.teams.filter((team) => team.assigned_user === null) ?? []
  const tasks = (site.data === undefined ? [] : describeSite(site.data, backups.data))
    .filter(({ isTask }) => isTask)
    .map(
      ({ label, text, tone, section = 'state-of-the-site' as const }): Task => ({
        title: label,
        text,
        tone: tone === 'bad' ? tone : 'warn',
        section,
      }),
    )
  if (reports > 0)
    tasks.push({
      title: formatCount(reports, 'report'),
      text: 'Hide what was reported, or dismiss it.',
      tone: 'bad',
      section: 'moderation',
    })
  if (unassigned.length > 0)
    tasks.push({
      title: `${formatCount(unassigned.length, 'team')} without a member`,
      text: unassigned.map(({ name }) => name).join(', '),
      tone: 'warn',
      section: 'team-assignments',
    })
  const isBad = ({ tone }: Task) => Number(tone === 'bad')
  return {
    tasks: tasks.toSorted((a, b) => isBad(b) - isBad(a)),
    isPending: [unread, teams, site, backups].some(({ isLoading }) => isLoading),
  }
}
