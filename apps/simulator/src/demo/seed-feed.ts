import { createPost } from '@fieldhouse/contract/feed/feed'
import { createProposal } from '@fieldhouse/contract/feed/items'
import { getHistory } from '@fieldhouse/contract/history/history'
import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { DemoUsername } from './demo-users.ts'
import { drawPicture } from './draw-picture.ts'
import {
  DEMO_ITEMS,
  type DemoItem,
  type DemoPicture,
  type DemoPost,
  type DemoProposal,
} from './seed-posts.ts'
import type { DemoSite, SiteClient } from './site-client.ts'

export async function seedFeed({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const history = getHistory.schema.response[200].parse(await clients.greta.get(`${leaguePath}/history/`))
  const champions = history.seasons.flatMap(({ champion }) => champion?.owner ?? champion?.name ?? [])
  const socialUrl = `${leaguePath}/social`
  const nowMs = clock.now().getTime()
  try {
    for (const item of DEMO_ITEMS) await addItem(item)
  } finally {
    await clock.reset()
  }

  async function addItem(item: DemoItem): Promise<void> {
    const at = new Date(nowMs - item.hoursAgo * HOUR_MS)
    await clock.set(at)
    const author = clients[item.by]
    switch (item.kind) {
      case 'post':
        return addPost(author, item, at)
      case 'proposal':
        return addProposal(author, item, at)
      case 'picture':
        return addPicture(author, item)
    }
  }

  async function addPost(author: SiteClient, item: DemoPost, at: Date): Promise<void> {
    const response = await author.post(`${socialUrl}/posts/`, { content: item.content })
    const url = `${socialUrl}/posts/${createPost.schema.response[200].parse(response).id}`
    if (item.isPinned === true) await author.post(`${url}/pin/`, {})
    for (const username of item.likedBy) await clients[username].post(`${url}/like/`, {})
    for (const { minutesAfter, by, body } of item.comments ?? []) {
      await clock.set(new Date(at.getTime() + minutesAfter * MINUTE_MS))
      await clients[by].post(`${url}/comments/`, { body })
    }
  }

  async function addProposal(author: SiteClient, item: DemoProposal, at: Date): Promise<void> {
    const { question, options: texts, isAnonymous: anonymous, closesAfterHours: hours, votes } = item
    const closes_at = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS).toISOString()
    const response = await author.post(`${socialUrl}/proposals/`, {
      question,
      options: texts,
      anonymous,
      closes_at,
    })
    const { id, options } = createProposal.schema.response[200].parse(response)
    for (const [username, client] of Object.entries(clients)) {
      const option_id = options[votes[username as DemoUsername] ?? -1]?.id
      if (option_id !== undefined) await client.post(`${socialUrl}/proposals/${id}/vote/`, { option_id })
    }
  }

  async function addPicture(author: SiteClient, { picture }: DemoPicture): Promise<void> {
    const image = await drawPicture(picture, champions)
    await author.upload(`${socialUrl}/media/`, 'files', `${picture}.png`, image)
  }
}
