import { cleanMentions, type MentionedText } from '@fieldhouse/domain/league/mentions'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import { type CompletionProps, MentionField } from '../mentions/mention-completion.tsx'
import { sendPosts } from './send-posts.ts'
import { mentionedTextOf, type UnsentPost } from './unsent-post.ts'
import { openUnsentPosts } from './unsent-post-list.ts'

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
