import type { Mentions } from '@fieldhouse/contract/feed/items'
import type { RecapCard } from '@fieldhouse/contract/recap'
import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { splitText } from '@fieldhouse/domain/league/text-links'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { leagueMetaQuery } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { LongText, RichText } from '../../ui/display/rich-text.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { Field } from '../../ui/forms/field.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import { MAX_TEXT_LENGTH, withText } from './draft.ts'
import styles from './feed.module.css'
import type { Discussion, Viewer } from './use-feed.ts'

// Loaded with the first @: most texts mention nobody.
const SuggestionList = lazyPart(() => import('./mention-suggestions.tsx'), 'SuggestionList')

export type CompletionProps = Viewer & {
  value: MentionedText
  onChange: (value: MentionedText) => void
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
}

/** Suggests members and teams while an `@` and a name are written in a field. */
export function MentionCompletion(props: CompletionProps) {
  if (!props.value.text.includes('@')) return null
  return <SuggestionList {...props} />
}

type FieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> &
  Omit<CompletionProps, 'field'> & {
    ref: RefObject<HTMLTextAreaElement | null>
    /** For assistive technology only. */
    label: string
    problem?: string | undefined
    hint?: ReactNode
    isLong?: boolean
  }

/** The field of a post or a comment. */
export function MentionField({ label, problem, hint, isLong = false, ...rest }: FieldProps) {
  const { league, user, value, onChange, ref, ...attributes } = rest
  return (
    <>
      <Field label={label} isLabelHidden problem={problem} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            {...attributes}
            ref={ref}
            className={isLong ? `${control.className} ${styles.longField}` : control.className}
            maxLength={MAX_TEXT_LENGTH}
            value={value.text}
            onChange={(event) => onChange(withText(value, event.target.value))}
          />
        )}
      </Field>
      <MentionCompletion league={league} user={user} value={value} onChange={onChange} field={ref} />
    </>
  )
}

type MentionTextProps = Viewer & {
  text: string
  /** Missing in responses without mentions. */
  mentions: Mentions | undefined
  /** Whether URLs are not links. */
  isPlain?: boolean
}

export function MentionText({ text, mentions = [], isPlain = false, ...viewer }: MentionTextProps) {
  return splitText(text, mentions).map(({ start, text: part, range: mention }) => {
    if (mention === null) return isPlain ? part : <RichText key={start}>{part}</RichText>
    return (
      <MentionPart key={start} {...viewer} mention={mention}>
        {part}
      </MentionPart>
    )
  })
}

type PartProps = Viewer & { mention: Mentions[number]; children: string }

/** A team leads to its page, and so does a member who has one in the current season. */
function MentionPart({ league, user, mention, children }: PartProps) {
  // Fetches nothing: the screen of the league has loaded it.
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const person = mention.kind === 'member' ? mention.name : null
  const team =
    mention.kind === 'team' ? mention.id : meta?.people?.find(({ name }) => name === person)?.team_id
  const season = mention.kind === 'team' ? mention.season : (meta?.current_year ?? null)
  const content = person === user ? <mark className={styles.mentionOfMe}>{children}</mark> : children
  return team === undefined ? (
    <span className={ui.strong}>{content}</span>
  ) : (
    <Link className={ui.strong} to={{ tab: 'roster', team, season }}>
      {content}
    </Link>
  )
}

export function LongMentionText(props: MentionTextProps) {
  return <LongText content={<MentionText {...props} />}>{props.text}</LongText>
}

/** The mentions of a text in what is shown of it, without some links. */
export function findMentionsIn(
  shown: string,
  text: string,
  mentions: Mentions | undefined,
): Mentions | undefined {
  if (shown === text || mentions === undefined) return mentions
  let end = 0
  return mentions.flatMap((mention) => {
    const start = shown.indexOf(text.slice(mention.start, mention.start + mention.length), end)
    if (start < 0) return []
    end = start + mention.length
    return [{ ...mention, start }]
  })
}

export type EditableText = {
  /** The post, or what the comment is on. */
  discussion: Discussion
  /** Absent for a post. */
  comment?: number | undefined
  text: string
  mentions: Mentions | undefined
  edit: { until: string; version: number }
}

// Loaded on demand: few texts are edited.
const EditForm = lazyNamed(() => import('./edit-form.tsx'), 'EditForm')

type MaybeEditableText = Omit<EditableText, 'edit'> & { edit: EditableText['edit'] | undefined }

/** The form of a text while it is edited; otherwise the button that opens it, which then gets the focus back. */
export function useEditing(viewer: Viewer, { edit, ...text }: MaybeEditableText) {
  const [editing, setEditing] = useState<EditableText | null>(null)
  const [hasEdited, setHasEdited] = useState(false)
  function close() {
    setEditing(null)
    setHasEdited(true)
  }
  if (editing !== null) return { form: <EditForm {...viewer} text={editing} onClose={close} />, button: null }
  const button =
    edit === undefined ? null : (
      <EditButton
        label={text.comment === undefined ? 'Edit post' : 'Edit comment'}
        until={edit.until}
        isFocused={hasEdited}
        onEdit={() => setEditing({ ...text, edit })}
      />
    )
  return { form: null, button }
}

export function EditedMark({ at }: { at: string | undefined }) {
  if (at === undefined) return null
  return (
    <>
      {' '}
      <time className={ui.muted} dateTime={at} title={`Edited ${formatDateTime(new Date(at))}`}>
        edited
      </time>
    </>
  )
}

type EditButtonProps = {
  label: string
  until: string
  /** Whether the form has just made room for the button. */
  isFocused: boolean
  onEdit: () => void
}

function EditButton({ label, until, isFocused, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The user may have gone on to something else while the text was being saved.
    if (isFocused && document.activeElement === document.body) button.current?.focus()
  }, [isFocused])
  const timeLeft = formatTimeLeft(until, useNow(1000))
  if (timeLeft === null) return null
  return (
    <button
      ref={button}
      type="button"
      className={ui.quietButton}
      aria-label={`${label}, ${timeLeft} left`}
      onClick={onEdit}
    >
      <Pencil size={16} aria-hidden="true" />
      {timeLeft}
    </button>
  )
}

/** '12 min', or '45 s' in the last minute. null when the time is over. */
export function formatTimeLeft(until: string, now: Date): string | null {
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
  if (seconds <= 0) return null
  return seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
}

export type QuotedTextProps = {
  league: string
  text: string
  /** Whether the text is being written, so that only its cards are shown. */
  isDraft?: boolean
  /** Renders the text that is left without the links. */
  renderText?: (text: string) => ReactNode
}

/**
 * Renders a text with cards of the pages of this league that it links to. The app provides it, because the cards show data
 * of other features. null: such links are shown like any other.
 */
export const QuotesContext = createContext<((props: QuotedTextProps) => ReactNode) | null>(null)

/** Whether a text can contain a link to a page of a league. Most texts do not, and load no code for cards. */
export function mayQuote(text: string): boolean {
  return text.includes('/?') && text.includes('league=')
}

type WeekRecap = { league: string; season: number; week: number; card: RecapCard }

/** Renders the whole recap of a week with pictures of other features. null: it has only its own. */
export const RecapContext = createContext<((recap: WeekRecap) => ReactNode) | null>(null)
