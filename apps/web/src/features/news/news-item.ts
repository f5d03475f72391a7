import type { ApiResponse } from '../../api/api-client.ts'

export type NewsItem = ApiResponse<'GET /api/player-news/'>['items'][number]
