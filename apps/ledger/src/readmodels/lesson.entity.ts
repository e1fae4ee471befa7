import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One lesson as questions over many agents need it; questions about one agent are answered from its streams. */
@Entity({ schema: 'ledger_read', name: 'lessons' })
export class LessonEntity {
  @PrimaryColumn({ type: 'uuid', name: 'lesson_id' }) lessonId!: string;
  @Column({ type: 'text' }) agent!: string;
  @Column({ type: 'text' }) skill!: string;
  @Column({ type: 'text' }) author!: 'machine' | 'human';
  @Column({ type: 'timestamptz', name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'lease_end', nullable: true }) leaseEnd!: Date | null;
  @Column({ type: 'timestamptz', name: 'grace_end', nullable: true }) graceEnd!: Date | null;
  @Column({ type: 'text', name: 'checked_release', nullable: true }) checkedRelease!: string | null;
  @Column({ type: 'text', name: 'checked_skill_hash', nullable: true }) checkedSkillHash!: string | null;
  @Column({ type: 'text', nullable: true }) ended!: string | null;
  @Column({ type: 'timestamptz', name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
