import type { GeneratedTimestamp, Identity } from './column-types.ts';

export interface UserActivityTable {
  id: Identity;
  user_id: string;
  content_id: number;
  action_type: 'play';
  created_at: GeneratedTimestamp;
}
