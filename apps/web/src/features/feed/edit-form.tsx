import type { Mentions } from '@fieldhouse/contract/feed/items'
import { cleanMentions, type Mention, type MentionedText } from '@fieldhouse/domain/league/mentions'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { apiClient, getErrorMessage, getFieldErrors, getNewerValues } from '../../api/api-client.ts'
import { useNow } from '../../api/page-environment.ts'
import { Notice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { withText } from './draft.ts'
import { scheduleFeedRefetch, updateComments, updateItem } from './feed-events.ts'
import { discussionKey, editComment, feedKey, type Viewer } from './use-feed.ts'
import { type EditableText, formatTimeLeft, MentionField } from './written-text.tsx'

type Props = Viewer & { text: EditableText; onClose: () => void }

/** Ctrl+Enter or Command+Enter saves, and Escape cancels. */
export function EditForm({ text: editable, onClose, ...viewer }: Props) {
  const { league } = viewer
  const { discussion, comment, text, edit } = editable
  const client = useQueryClient()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<MentionedText>(() => ({ text, mentions: toInput(editable.mentions) }))
  /** How many mentions of a text from another device are known; null while the user edits the text of this page. */
  const [knownCount, setKnownCount] = useState<number | null>(null)
  // What the author has read stays what it was, also when the text changes on another device meanwhile.
  const [version, setVersion] = useState(edit.version)
  const save = useMutation({
    mutationKey: [...feedKey(league), 'edit', ...discussionKey(discussion)],
    mutationFn: () => sendEdit(client, league, { discussion, comment }, toEdit(), version),
    onSuccess: onClose,
    onError: () => scheduleFeedRefetch(client, league),
  })
  const now = useNow(1000)
  const timeLeft = formatTimeLeft(edit.until, now)
  const newer = getNewerValues(save.error)
  const newerText = newer?.['content'] ?? newer?.['body']
  const canSave = draft.text.trim() !== '' && timeLeft !== null && !save.isPending
  useEffect(() => {
    textarea.current?.focus()
    textarea.current?.setSelectionRange(text.length, text.length)
  }, [text.length])

  function submit(event: SubmitEvent | KeyboardEvent) {
    event.preventDefault()
    if (canSave) save.mutate()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  function readNewer(change: { keepsDraft: boolean }) {
    setVersion(Number(newer?.['version']?.value ?? version))
    if (!change.keepsDraft) {
      const changed = withText(draft, String(newerText?.value ?? ''))
      setKnownCount(changed.mentions.length)
      setDraft(changed)
    }
    save.reset()
  }

  /** The mentions of a text from another device are not known. Without them, the server keeps its own. */
  function toEdit(): Edit {
    const { text: trimmed, mentions } = cleanMentions(draft)
    const isUnchanged = mentions.length === 0 && (editable.mentions ?? []).length === 0
    const isUnknown = knownCount !== null && mentions.length <= knownCount
    return isUnchanged || isUnknown ? { text: trimmed } : { text: trimmed, mentions }
  }

  const noun = comment === undefined ? 'post' : 'comment'
  return (
    <Stack as="form" gap={2} onSubmit={submit} aria-label={`Edit ${noun}`}>
      <MentionField
        {...viewer}
        ref={textarea}
        label={`Edit your ${noun}`}
        problem={Object.values(getFieldErrors(save.error))[0]}
        isLong
        value={draft}
        onChange={setDraft}
        onKeyDown={handleKey}
      />
      {newerText === undefined ? null : (
        <Notice tone="warn">
          <Stack gap={2}>
            <p>You have edited this on another device: “{newerText.value}”</p>
            <Row wraps>
              <Button onClick={() => readNewer({ keepsDraft: false })}>Continue with that</Button>
              <Button onClick={() => readNewer({ keepsDraft: true })}>Keep what is here</Button>
            </Row>
          </Stack>
        </Notice>
      )}
      {save.isError && newer === null ? (
        <Notice tone="bad">{getErrorMessage(save.error, 'Failed to save.')}</Notice>
      ) : null}
      <Row wraps>
        <Fill>
          <Text size="s" tone="muted" role={timeLeft === null ? 'status' : undefined}>
            {timeLeft === null ? 'The 15 minutes for edits are over.' : `${timeLeft} to save`}
          </Text>
        </Fill>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="strong" disabled={!canSave || newerText !== undefined}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </Row>
    </Stack>
  )
}

/** Without `mentions`, those in unchanged parts of the text stay. */
type Edit = { text: string; mentions?: readonly Mention[] }

function toInput(mentions: Mentions = []): Mention[] {
  return mentions.map(({ kind, id, start, length }) => ({ kind, id, start, length }))
}

async function sendEdit(
  client: QueryClient,
  league: string,
  { discussion, comment }: Pick<EditableText, 'discussion' | 'comment'>,
  { text, mentions }: Edit,
  version: number,
): Promise<void> {
  const ofMentions = mentions === undefined ? {} : { mentions: [...mentions] }
  if (comment !== undefined) {
    const edited = await editComment(league, discussion, comment, { body: text, ...ofMentions, version })
    updateComments(client, league, discussion, (comments) =>
      comments.map((each) => (each.id === comment ? edited : each)),
    )
  } else if (discussion.type === 'post') {
    const { id } = discussion
    const edited = await apiClient('POST /api/league/:league/social/posts/:id/edit/', {
      params: { league, id },
      body: { content: text, ...ofMentions, version },
    })
    const { content, mentions: saved, edit, edited_at } = edited
    updateItem(client, league, 'post', id, (post) => ({ ...post, content, mentions: saved, edit, edited_at }))
  }
}
