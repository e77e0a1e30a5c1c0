/** Names by script, which documents and pictures must show. */
export const worldNames = {
  Arabic: 'محمد عبد الله علی‌رضا',
  Hebrew: 'דָּוִד בן־גוריון',
  Devanagari: 'प्रियंका श्रीवास्तव',
  Thai: 'สมชาย น้ำเพชร',
  Georgian: 'ნინო ქავთარაძე',
  Armenian: 'Արամ Խաչատրյան',
  Greek: 'Ελένη Παπαδοπούλου',
  Cyrillic: 'Щербак Їжакевич',
  Vietnamese: 'Nguyễn Thị Hương Đỗ',
  Chinese: '张伟 欧阳龍',
  Japanese: '髙橋 さくら ジョー𠮷',
  Korean: '김철수 뷁',
};
