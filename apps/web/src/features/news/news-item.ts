import type { Answer } from '../../api/call.ts'

export type NewsItem = Answer<'GET /api/player-news/'>['items'][number]
