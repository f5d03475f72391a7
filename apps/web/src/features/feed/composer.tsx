import { cleanMentions, type MentionedText } from '@fieldhouse/domain/league/mentions'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, PenLine, Vote, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { LongText } from '../../ui/display/rich-text.tsx'
import { Notice } from '../../ui/feedback/feedback.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import forms from '../../ui/forms/forms.module.css'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { MAX_TEXT_LENGTH, useDraft } from './draft.ts'
import styles from './feed.module.css'
import { isWritingIn } from './feed-items.tsx'
import { FileChooser, MediaForm, PostFileList } from './media/media-form.tsx'
import { type PostFiles, usePostFiles, useUploads } from './media/use-uploads.ts'
import { usePrefetchedMentionables } from './mention-suggestions.tsx'
import { SlowModeNote } from './moderation/moderated.tsx'
import { ProposalForm } from './proposal-form.tsx'
import {
  mentionedTextOf,
  openUnsentPosts,
  sendPosts,
  type UnsentPost,
  useCreatePost,
} from './unsent/send-posts.ts'
import { type FeedFilter, feedQuery, type ItemType, type Viewer } from './use-feed.ts'
import { type CompletionProps, MentionField, mayQuote, QuotesContext } from './written-text.tsx'

const COMPOSER_TABS = [
  { id: 'post', label: 'Post', icon: PenLine },
  { id: 'proposal', label: 'Proposal', icon: Vote },
  { id: 'media', label: 'Media', icon: ImagePlus },
] as const

type Props = Viewer & {
  ref: RefObject<HTMLElement | null>
  filter: FeedFilter
}

/**
 * All stay mounted, so drafts survive a change of tabs. Files that are dropped or pasted anywhere on the page belong to
 * the post that is being written, or else are shared on their own.
 */
export function Composer({ ref, league, filter, user }: Props) {
  const panelId = useId()
  const hasSlowMode = useInfiniteQuery({
    ...feedQuery(league, filter),
    enabled: false,
    select: ({ pages }) => pages[0]?.slow_mode !== undefined,
  })
  usePrefetchedMentionables(league)
  const uploads = useUploads(league)
  const postFiles = usePostFiles(league)
  const hasFiles = postFiles.list.length > 0
  const createPost = useCreatePost(league, user)
  const sendPost = (text: MentionedText) => createPost({ ...text, media: postFiles.take() })
  const draft = useDraft(league, 'post', sendPost, { canBeEmpty: hasFiles })
  const hasDraft = hasFiles || draft.value.text !== ''
  const [wasOpened, setOpened] = useState(false)
  // Uploads continue when the user leaves the tab, so show them again on return.
  const [tab, setTab] = useState<ItemType>(uploads.list.length > 0 ? 'media' : 'post')
  const isOpen = wasOpened || tab !== 'post' || hasDraft
  const isDraggingFiles = useIncomingFiles((files) => {
    const isWritingPost = tab === 'post' && ref.current !== null && isWritingIn(ref.current)
    if (isWritingPost || hasFiles) postFiles.add(files)
    else {
      setTab('media')
      uploads.add(files)
    }
  })

  function close() {
    setOpened(false)
    setTab('post')
  }

  return (
    <section
      ref={ref}
      className={`${ui.frame} ${styles.composer}`}
      data-open={isOpen || undefined}
      aria-label="Share with your league"
    >
      <div className={styles.composerTabs}>
        <Tabs label="What to share" tabs={COMPOSER_TABS} active={tab} onSelect={setTab} panelId={panelId} />
        {isOpen && !hasDraft ? (
          <IconButton icon={X} iconSize={18} label="Close the form" onClick={close} />
        ) : null}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabElementId(panelId, tab)}>
        <div hidden={tab !== 'post'}>
          <PostForm {...{ league, user, draft, isOpen }} files={postFiles} onOpen={() => setOpened(true)} />
        </div>
        <div hidden={tab !== 'proposal'}>{isOpen ? <ProposalForm league={league} user={user} /> : null}</div>
        <div hidden={tab !== 'media'}>
          <MediaForm uploads={uploads} />
        </div>
        {hasSlowMode.data === true ? <SlowModeNote league={league} /> : null}
      </div>
      {isDraggingFiles ? <p className={styles.dropOverlay}>Drop files to share them</p> : null}
    </section>
  )
}

const COUNTER_THRESHOLD = 4500

type PostFormProps = Viewer & {
  files: PostFiles
  draft: ReturnType<typeof useDraft>
  isOpen: boolean
  onOpen: () => void
}

function PostForm({ files, draft, isOpen, onOpen, ...viewer }: PostFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hasFiles = files.list.length > 0
  const { value, setValue, isEmpty, send, submit } = draft
  const { text } = value
  const renderQuotes = use(QuotesContext)

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && files.isReady) send()
  }

  return (
    <Stack as="form" gap={3} onSubmit={submit} aria-label="Write a post">
      <MentionField
        {...viewer}
        ref={field}
        label="Your post"
        hint={
          text.length > COUNTER_THRESHOLD
            ? `${formatCount(MAX_TEXT_LENGTH - text.length, 'character')} left`
            : undefined
        }
        rows={isOpen ? 2 : 1}
        placeholder="Say something to your league"
        value={value}
        onChange={setValue}
        onFocus={onOpen}
        onKeyDown={sendOnEnter}
      />
      {isOpen ? (
        <>
          {renderQuotes === null || !mayQuote(text) ? null : (
            <Suspense>{renderQuotes({ league: viewer.league, text, isDraft: true })}</Suspense>
          )}
          {hasFiles ? <PostFileList files={files} /> : null}
          <Row wraps className={styles.submit}>
            <FileChooser
              className={`${forms.icon} ${styles.addFiles}`}
              onChoose={(chosen) => files.add(chosen)}
            >
              <ImagePlus size={20} aria-hidden="true" />
              <span className={ui.hidden}>Add photos or videos</span>
            </FileChooser>
            <Button type="submit" variant="strong" disabled={isEmpty || !files.isReady}>
              Post
            </Button>
          </Row>
        </>
      ) : null}
    </Stack>
  )
}

/** Returns whether files are being dragged over the page. */
function useIncomingFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const handleFiles = useEffectEvent(onFiles)

  useEffect(() => {
    const controller = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => addEventListener(name, listener, { signal: controller.signal })
    listen('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Without this, the browser navigates to the dropped file.
      event.preventDefault()
      setDragging(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false)
    })
    listen('drop', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setDragging(false)
      handleFiles([...event.dataTransfer.files])
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextPaste(event)) return
      event.preventDefault()
      handleFiles(files)
    })
    return () => controller.abort()
  }, [])

  return isDragging
}

/** Many applications put both text and an image of it on the clipboard. In a text field, paste the text. */
function isTextPaste(event: ClipboardEvent): boolean {
  const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  return isInField && event.clipboardData?.types.includes('text/plain') === true
}

export function UnsentPosts({ user, posts }: { user: string; posts: readonly UnsentPost[] }) {
  return (
    <Stack as="section" gap={3} aria-label="Unsent posts">
      {posts.map((post) => (
        <UnsentPostCard key={post.key} post={post} user={user} />
      ))}
    </Stack>
  )
}

function UnsentPostCard({ post, user }: { post: UnsentPost; user: string }) {
  const client = useQueryClient()
  const { key, text, media = [], state, problem } = post
  const list = () => openUnsentPosts(client, user)
  const card = useRef<HTMLElement>(null)
  // Not after a reload.
  const [hasAskedToEdit, setHasAskedToEdit] = useState(false)

  function edit() {
    setHasAskedToEdit(true)
    list().update(key, { state: 'editing' })
  }

  function send(event: SubmitEvent) {
    event.preventDefault()
    list().update(key, { ...cleanMentions(mentionedTextOf(post)), state: 'waiting', problem: null })
    void sendPosts(client, user)
    card.current?.focus()
  }

  const discard = (
    <ConfirmButton
      question="Discard this post?"
      consequence="The post will be deleted from this device. This can't be undone."
      confirmLabel="Discard"
      onConfirm={() => list().remove(key)}
    >
      Discard
    </ConfirmButton>
  )
  return (
    <Stack as="article" gap={3} className={ui.card} ref={card} aria-label="Unsent post" tabIndex={-1}>
      {state === 'editing' ? (
        <Stack as="form" gap={3} onSubmit={send} aria-label="Edit the unsent post">
          <EditField
            isFocused={hasAskedToEdit}
            league={post.league}
            user={user}
            value={mentionedTextOf(post)}
            onChange={(next) => list().update(key, { ...next, isEdited: true })}
          />
          <Row wraps className={styles.submit}>
            {discard}
            <Button type="submit" variant="strong" disabled={text.trim() === '' && media.length === 0}>
              Post
            </Button>
          </Row>
        </Stack>
      ) : (
        <>
          <Notice tone={state === 'refused' ? 'bad' : 'warn'}>
            {state === 'refused' ? problem : 'Waiting for the network'}
          </Notice>
          {text === '' ? null : <LongText>{text}</LongText>}
          {media.length === 0 ? null : <p className={ui.muted}>With {formatCount(media.length, 'file')}</p>}
          <Row wraps className={styles.submit}>
            {discard}
            <Button onClick={edit}>Edit</Button>
          </Row>
        </>
      )}
    </Stack>
  )
}

type EditFieldProps = { isFocused: boolean } & Omit<CompletionProps, 'field'>

function EditField({ isFocused, value: stored, onChange, ...viewer }: EditFieldProps) {
  // The list of unsent posts tells its changes a moment later, when the caret may have moved on.
  const [value, setValue] = useState(stored)
  const textarea = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) textarea.current?.focus()
  }, [isFocused])
  function change(next: MentionedText) {
    setValue(next)
    onChange(next)
  }

  return (
    <MentionField {...viewer} ref={textarea} label="Unsent post" isLong value={value} onChange={change} />
  )
}
