import { useQuery } from '@tanstack/react-query'
import { History, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { RichText } from '../../ui/display/rich-text.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { RuleChanges } from './rule-changes.tsx'
import styles from './rules.module.css'
import { RulesEditor } from './rules-editor.tsx'
import { type Rules, rulesQuery, type Section } from './use-rules.ts'

/** The value of `view` in the address of the versions, with the number of one of them as `post`. */
const CHANGES_VIEW = 'rule-changes'

/** The search is worth its place from this number of sections. */
const MIN_SEARCHED_SECTIONS = 3

type Props = {
  league: string
  isAdmin: boolean
  views: ReactNode
}

export function RulesView({ league, isAdmin, views }: Props) {
  const { view, post } = useLocation()
  const router = useRouter()
  const proposal = /^proposal-(\d{1,9})$/.exec(post ?? '')?.[1]
  const [isEditing, setEditing] = useState(false)
  const [hasEdited, setHasEdited] = useState(false)
  const query = useQuery(rulesQuery(league))
  useTitle('Rules')

  function closeEditor() {
    setEditing(false)
    setHasEdited(true)
    router.replace({ post: null })
  }

  return (
    <Stack as="section" aria-label="Rules">
      <div className={ui.screenOnly}>{views}</div>
      {view === CHANGES_VIEW ? (
        <RuleChanges league={league} isAdmin={isAdmin} />
      ) : (
        <Loaded query={query} name="the rules" rows={4} height={120}>
          {(rules) =>
            isAdmin && (isEditing || proposal !== undefined) ? (
              <RulesEditor
                league={league}
                rules={rules}
                proposal={proposal === undefined ? null : Number(proposal)}
                onClose={closeEditor}
              />
            ) : (
              <RulesPage
                rules={rules}
                isAdmin={isAdmin}
                target={post}
                isEditFocused={hasEdited}
                onEdit={() => setEditing(true)}
              />
            )
          }
        </Loaded>
      )}
    </Stack>
  )
}

type PageProps = {
  rules: Rules
  isAdmin: boolean
  target: string | null
  /** Whether the editor has just made room for the page. */
  isEditFocused: boolean
  onEdit: () => void
}

function RulesPage({ rules: { current, sections }, isAdmin, target, isEditFocused, onEdit }: PageProps) {
  const [search, setSearch] = useState('')
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The user may have gone on to something else while the rules were being saved.
    if (isEditFocused && document.activeElement === document.body) editButton.current?.focus()
  }, [isEditFocused])
  const found = sections
    .map((section, index) => ({ section, number: index + 1 }))
    .filter(({ section }) => contains(section, search))
  return (
    <>
      <TabHeader title="Rules">
        <Row wraps className={ui.screenOnly}>
          {current === null ? null : (
            <Link className={ui.standaloneLink} to={{ view: CHANGES_VIEW, post: null }}>
              <History size={18} aria-hidden="true" /> Changes
            </Link>
          )}
          {sections.length === 0 ? null : (
            <Button onClick={() => window.print()}>
              <Printer size={18} aria-hidden="true" /> Print
            </Button>
          )}
          {isAdmin ? (
            <Button ref={editButton} variant="strong" onClick={onEdit}>
              <Pencil size={18} aria-hidden="true" /> {current === null ? 'Write the rules' : 'Edit'}
            </Button>
          ) : null}
        </Row>
      </TabHeader>
      {current === null ? null : (
        <p className={ui.note}>
          Version {current.version}, saved by {current.saved_by} <RelativeTime at={current.saved_at} />
          {current.note === '' ? '' : `: ${current.note}`}
        </p>
      )}
      {sections.length === 0 ? (
        <EmptyState isFramed hint={isAdmin ? ADMIN_HINT : MEMBER_HINT}>
          {current === null ? 'No rules yet.' : 'The rules are empty.'}
        </EmptyState>
      ) : (
        <Stack className={styles.columns}>
          <Stack gap={3} className={`${ui.screenOnly} ${styles.contents}`}>
            {sections.length < MIN_SEARCHED_SECTIONS ? null : (
              <search className={ui.screenOnly}>
                <TextField
                  label="Search the rules"
                  type="search"
                  value={search}
                  maxLength={100}
                  onChange={setSearch}
                />
                <p className={ui.note} role="status">
                  {search.trim() === '' ? '' : `${formatCount(found.length, 'section')} found`}
                </p>
              </search>
            )}
            <nav className={ui.card} aria-label="Contents">
              <ol>
                {found.map(({ section, number }) => (
                  <li key={section.id}>
                    <Link
                      className={styles.entry}
                      to={{ post: keyOf(section) }}
                      onOpen={() => showSection(keyOf(section))}
                    >
                      {number}. {section.heading}
                    </Link>
                  </li>
                ))}
              </ol>
            </nav>
          </Stack>
          <Stack>
            {found.map(({ section, number }) => (
              <RuleCard
                key={section.id}
                section={section}
                number={number}
                isTarget={target === keyOf(section)}
              />
            ))}
            {found.length === 0 ? <EmptyState isFramed>No section contains this.</EmptyState> : null}
          </Stack>
        </Stack>
      )}
    </>
  )
}

const ADMIN_HINT =
  'Write down what your league has agreed on, or start with a suggestion. Members see every change.'
const MEMBER_HINT = 'Your commissioner can write them down here. Proposals that pass can become rules.'

function RuleCard({ section, number, isTarget }: { section: Section; number: number; isTarget: boolean }) {
  const { heading, body, proposal } = section
  const wasTarget = useRef(false)
  useEffect(() => {
    if (isTarget && !wasTarget.current) showSection(keyOf(section))
    wasTarget.current = isTarget
  })
  return (
    <Stack as="section" gap={2} className={`${ui.card} ${styles.rule}`} aria-labelledby={keyOf(section)}>
      <h3 id={keyOf(section)} className={ui.breakable} tabIndex={-1}>
        {number}. {heading}
      </h3>
      {body === '' ? null : (
        <p className={ui.prose}>
          <RichText>{body}</RichText>
        </p>
      )}
      {proposal === null ? null : (
        <p className={ui.note}>
          From the proposal{' '}
          <Link to={{ tab: 'league social', post: `proposal-${proposal.id}` }}>{proposal.question}</Link>
        </p>
      )}
    </Stack>
  )
}

/** The key of a section in the address, which is also the ID of its heading. */
function keyOf({ id }: Pick<Section, 'id'>): string {
  return `section-${id}`
}

function showSection(key: string): void {
  const heading = document.getElementById(key)
  heading?.closest('section')?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function contains({ heading, body }: Section, search: string): boolean {
  const text = `${heading}\n${body}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
